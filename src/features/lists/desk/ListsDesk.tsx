import { DeskGate } from '#desk-kit/gate/DeskGate.tsx';
import { ListDetail } from './ListDetail.tsx';
import { ListTable } from './ListTable.tsx';
import { useOpenList } from './use-open-list.ts';

export function ListsDesk() {
  return <DeskGate name="the lists desk" desk="lists" renderDesk={() => <OpenDesk />} />;
}

function OpenDesk() {
  const open = useOpenList();
  return open.status === 'closed' ? <ListTable /> : <ListDetail open={open} />;
}
