import { useState } from 'react';
import { useStore } from '@nanostores/react';
import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import type { OpenedDesign } from '#features/designs/store/saved-designs.ts';
import { moderateDesk } from '../store/opened-design.ts';
import { $staff } from '#desk-kit/store/staff.ts';
import { routes } from '#routes.ts';
import styles from './design.module.css';

const moderators: readonly string[] = ['owner', 'editor', 'support'];

/** Staff who answer for the gallery hide a design, or show it again, and say why. */
export function Moderate({ opened }: { readonly opened: OpenedDesign }) {
  const role = useStore($staff);
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string | undefined>();
  if (role === null || !moderators.includes(role)) return null;
  async function decide(): Promise<void> {
    setFault((await moderateDesk(opened, reason)) ?? undefined);
  }
  return (
    <form
      className={styles['inline']}
      onSubmit={(event) => {
        event.preventDefault();
        void decide();
      }}
    >
      <Field
        label="Reason, for the audit log"
        value={reason}
        minLength={3}
        maxLength={500}
        required
        error={fault}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      <Button type="submit" look="danger">
        {opened.is_hidden ? 'Show it again' : 'Hide it from everyone'}
      </Button>
      <a href={`${routes.admin.designs}?design=${opened.id}`}>Reports and history</a>
    </form>
  );
}
