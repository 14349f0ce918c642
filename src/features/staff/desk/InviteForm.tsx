import { useRef, useState, type SubmitEvent } from 'react';
import { parseEmail } from '#shared/contact-address.ts';
import { Button } from '#ui/react/Button.tsx';
import { Field, Select } from '#ui/react/Field.tsx';
import { Failure } from '#features/account/ui/Panel.tsx';
import { useSaving } from '#features/account/ui/saving.ts';
import { invite, roleWords, staffRoles } from '../store/staff-list.ts';
import styles from '#ui/styles/desk.module.css';
import staffStyles from './staff.module.css';

/** An address, a role, one press: with or without an account, whoever is asked accepts by mail. */
export function InviteForm() {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState(staffRoles[3] ?? 'support');
  const [fault, setFault] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const saving = useSaving();
  // Already staff, already invited: that belongs to the address, not above the form.
  const isOfAddress = saving.failure?.kind === 'refused';
  const refused = isOfAddress ? saving.failure?.title : undefined;

  async function send(event: SubmitEvent) {
    event.preventDefault();
    field.current?.focus();
    const parsed = parseEmail(email);
    setFault(parsed.ok ? null : parsed.error);
    if (!parsed.ok) return;
    const { value } = parsed.value;
    const words = `Invitation sent to ${value}. The link works for seven days.`;
    if (await saving.run(() => invite(value, role), words)) setEmail('');
  }
  return (
    <section className={styles['card']} aria-labelledby="invite">
      <h2 id="invite">Invite a colleague</h2>
      <form className={staffStyles['invite']} noValidate onSubmit={(event) => void send(event)}>
        <Field
          ref={field}
          label="E-mail address"
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          error={fault ?? refused}
          onChange={(event) => {
            setEmail(event.target.value);
            setFault(null);
          }}
        />
        <Select
          label="Role"
          hint={`They can ${roleWords[role]}.`}
          value={role}
          onChange={({ target }) =>
            setRole(staffRoles.find((known) => known === target.value) ?? 'support')
          }
        >
          {staffRoles.map((known) => (
            <option key={known}>{known}</option>
          ))}
        </Select>
        <Button type="submit" look="primary" pending={saving.isPending}>
          Invite
        </Button>
      </form>
      {saving.failure !== null && !isOfAddress && <Failure failure={saving.failure} />}
      <output>{saving.done}</output>
    </section>
  );
}
