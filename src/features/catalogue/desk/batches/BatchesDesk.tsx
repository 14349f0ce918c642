import { DeskGate } from '#desk-kit/gate/DeskGate.tsx';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { showBatch } from '../../store/desk-batch-page.ts';
import { BatchList } from './BatchList.tsx';
import { BatchPage } from './BatchPage.tsx';
import { useShownBatch } from './use-shown-batch.ts';

export function BatchesDesk() {
  return <DeskGate name="the group buys desk" desk="batches" renderDesk={() => <OpenDesk />} />;
}

function OpenDesk() {
  const page = useShownBatch();
  if (page.status === 'closed') return <BatchList />;
  if (page.status === 'loading') return <Skeleton lines={12} label="Loading the batch" />;
  if (page.status === 'failed') {
    return (
      <NotRead
        title="The batch could not be loaded"
        message={page.message}
        onAgain={() => void showBatch(page.id)}
      />
    );
  }
  return <BatchPage key={page.id} page={page} />;
}
