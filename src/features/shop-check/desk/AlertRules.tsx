import { useId, useState } from 'react';
import { SaveForm } from '#desk-kit/ui/SaveForm.tsx';
import { Field } from '#ui/react/Field.tsx';
import { alertKinds, type AlertRule } from '../model/shop-health.ts';
import { saveAlertRule } from '../store/desk-reports.ts';
import styles from '#ui/styles/desk.module.css';
import checkStyles from './check.module.css';

/** Who is told of what, and how. For owners. */
export function AlertRules({ rules }: { readonly rules: readonly AlertRule[] }) {
  return (
    <section className={styles['card']} aria-labelledby="alert-rules">
      <h2 id="alert-rules">Who is told</h2>
      <p className={styles['small']}>
        Each problem is told once. The chat is the webhook that was set up with the shop.
      </p>
      {rules.map((rule) => (
        <Rule key={`${rule.code} ${JSON.stringify(rule)}`} rule={rule} />
      ))}
    </section>
  );
}

const roles = ['owner', 'editor', 'fulfilment', 'support'];

function summaryOf({ roles: told, mails, calls }: AlertRule): string {
  const ways =
    [mails && 'e-mail', calls && 'chat'].filter(Boolean).join(' and ') || 'this page alone';
  return told.length === 0 ? 'nobody' : `${told.join(', ')}; ${ways}`;
}

function Rule({ rule }: { readonly rule: AlertRule }) {
  const [draft, setDraft] = useState(rule);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const kind = alertKinds[rule.code] ?? { title: rule.code.replaceAll('_', ' '), threshold: null };
  const isChanged = JSON.stringify(draft) !== JSON.stringify(rule);

  async function save() {
    setSaving(true);
    setProblem(null);
    setProblem(await saveAlertRule(draft));
    setSaving(false);
  }
  const toggle = (role: string) =>
    setDraft({
      ...draft,
      roles: draft.roles.includes(role)
        ? draft.roles.filter((each) => each !== role)
        : [...draft.roles, role].toSorted(),
    });

  return (
    <details className={checkStyles['rule']}>
      <summary>
        {kind.title} <span className={styles['small']}>({summaryOf(rule)})</span>
      </summary>
      <SaveForm
        problem={problem}
        isSaving={isSaving}
        canSave={isChanged}
        onSave={() => void save()}
      >
        <fieldset className={styles['several']}>
          <legend>Tell</legend>
          {roles.map((role) => (
            <Tick
              key={role}
              label={role}
              isOn={draft.roles.includes(role)}
              onToggle={() => toggle(role)}
            />
          ))}
        </fieldset>
        <fieldset className={styles['several']}>
          <legend>By</legend>
          <Tick
            label="e-mail"
            isOn={draft.mails}
            onToggle={() => setDraft({ ...draft, mails: !draft.mails })}
          />
          <Tick
            label="chat"
            isOn={draft.calls}
            onToggle={() => setDraft({ ...draft, calls: !draft.calls })}
          />
        </fieldset>
        {kind.threshold !== null && (
          <Field
            label={`From: ${kind.threshold}`}
            type="number"
            min={0}
            max={10_000}
            value={draft.threshold}
            onChange={({ target }) => setDraft({ ...draft, threshold: target.valueAsNumber || 0 })}
          />
        )}
      </SaveForm>
    </details>
  );
}

type TickProps = {
  readonly label: string;
  readonly isOn: boolean;
  readonly onToggle: () => void;
};

function Tick({ label, isOn, onToggle }: TickProps) {
  const id = useId();
  return (
    <span className={checkStyles['tick']}>
      <input id={id} type="checkbox" checked={isOn} onChange={onToggle} />
      <label htmlFor={id}>{label}</label>
    </span>
  );
}
