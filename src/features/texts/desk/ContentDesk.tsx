import { useStore } from '@nanostores/react';
import { DeskGate, type DeskRole } from '#desk-kit/gate/DeskGate.tsx';
import { DeskTabs } from '#desk-kit/ui/DeskTabs.tsx';
import { useTab } from '#desk-kit/ui/use-tab.ts';
import { RowDesk } from '#desk-kit/table/RowDesk.tsx';
import { contentTabs } from '../model/desk-tabs.ts';
import { $batches, $groups, $partners } from '../store/desk-texts.ts';
import { LegalTexts } from './LegalTexts.tsx';
import { TextDesk } from './TextDesk.tsx';
import {
  groupsDesk,
  makersDesk,
  numbersDesk,
  pageTextsDesk,
  partnersDesk,
  questionsDesk,
  salesDesk,
  updatesDesk,
} from './text-desks.tsx';

/** The words of the shop: what an editor changes and publishes. */
export function ContentDesk() {
  return (
    <DeskGate
      name="the content desk"
      desk="content"
      renderDesk={(role) => <OpenDesk role={role} />}
    />
  );
}

function OpenDesk({ role }: { readonly role: DeskRole }) {
  const shown = contentTabs(role);
  const [tab, show] = useTab(shown.map(({ id }) => id));
  return (
    <DeskTabs label="Content" tabs={shown} selected={tab} onSelect={show}>
      {tab === 'updates' && <TextDesk parts={updatesDesk} />}
      {tab === 'questions' && <Questions />}
      {tab === 'groups' && <TextDesk parts={groupsDesk} />}
      {tab === 'pages' && <TextDesk parts={pageTextsDesk} />}
      {tab === 'makers' && <TextDesk parts={makersDesk} />}
      {tab === 'partners' && <TextDesk parts={partnersDesk} />}
      {tab === 'sales' && <Sales />}
      {tab === 'legal' && <LegalTexts />}
      {tab === 'numbers' && <TextDesk parts={numbersDesk} />}
    </DeskTabs>
  );
}

function Questions() {
  const groups = useStore($groups).map(({ id, values }) => ({ value: id, label: values.title }));
  return <TextDesk parts={questionsDesk(groups)} />;
}

function Sales() {
  const partners = useStore($partners).map(({ id, values }) => ({ value: id, label: values.name }));
  const batches = useStore($batches).map(({ id, values }) => ({ value: id, label: values.title }));
  return <RowDesk parts={salesDesk(partners, batches)} />;
}
