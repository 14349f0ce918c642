import { useState } from 'react';
import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import { changeProfile, profile } from '../store/account.ts';
import { Panel } from './Panel.tsx';
import { useSaving, type Saving } from './saving.ts';
import { Shown } from './Shown.tsx';
import styles from './account.module.css';

type Names = { readonly displayName: string; readonly fullName: string };

export function ProfilePanel() {
  const saving = useSaving();
  return (
    <Panel
      title="Name"
      about="Your display name is public. Your full name goes on parcels."
      saving={saving}
    >
      <Shown resource={profile} lines={3} label="Loading your name">
        {(value) => <NameForm start={value} saving={saving} />}
      </Shown>
    </Panel>
  );
}

function NameForm({ start, saving }: { readonly start: Names; readonly saving: Saving }) {
  const [displayName, setDisplayName] = useState(start.displayName);
  const [fullName, setFullName] = useState(start.fullName);
  return (
    <form
      className={styles['stack']}
      onSubmit={(event) => {
        event.preventDefault();
        void saving.run(() => changeProfile({ displayName, fullName }), 'Name saved.');
      }}
    >
      <Field
        label="Full name"
        autoComplete="name"
        maxLength={120}
        value={fullName}
        onChange={(event) => setFullName(event.target.value)}
      />
      <Field
        label="Display name"
        autoComplete="nickname"
        maxLength={60}
        optional
        value={displayName}
        onChange={(event) => setDisplayName(event.target.value)}
      />
      <Button type="submit" look="primary" pending={saving.isPending}>
        Save name
      </Button>
    </form>
  );
}
