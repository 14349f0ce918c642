import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { momentWords } from '#shared/date-words.ts';
import { SaveForm } from '#desk-kit/ui/SaveForm.tsx';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Choice } from '#ui/react/Choice.tsx';
import { ConfirmDialog } from '#ui/react/ConfirmDialog.tsx';
import { CopyButton } from '#ui/react/CopyButton.tsx';
import { Field } from '#ui/react/Field.tsx';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import styles from '#ui/styles/desk.module.css';
import { testWords, webhookTopics, type Webhook, type WebhookDraft } from '../model/webhook.ts';
import { dropWebhook, keepWebhook, sendTest, webhooks } from '../store/desk-webhooks.ts';
import checkStyles from './check.module.css';

/** Chats and programs outside that hear of the shop's news. For owners. */
export function Webhooks() {
  const state = useStore(webhooks.$state);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <section className={styles['card']} aria-labelledby="webhooks">
      <h2 id="webhooks">Webhooks</h2>
      <p className={styles['small']}>
        Post what is new to a Discord channel, or to a program of yours as signed JSON. Only what
        everyone can see is sent.
      </p>
      {secret !== null && <Secret secret={secret} onClose={() => setSecret(null)} />}
      {state.status === 'loading' && <Skeleton lines={2} label="Loading webhooks" />}
      {state.status === 'failed' && (
        <NotRead
          title="The webhooks could not be loaded"
          message={state.failure.title}
          onAgain={() => void webhooks.reload()}
        />
      )}
      {state.status === 'ready' && (
        <>
          {state.value.map((webhook) => (
            <Shown key={webhook.id} webhook={webhook} />
          ))}
          <details key={state.value.length} className={checkStyles['rule']}>
            <summary>Add a webhook</summary>
            <WebhookForm
              start={{ id: null, name: '', url: '', tells: ['drops'], isActive: true }}
              onMade={setSecret}
            />
          </details>
        </>
      )}
    </section>
  );
}

type SecretProps = { readonly secret: string; readonly onClose: () => void };

function Secret({ secret, onClose }: SecretProps) {
  return (
    <div className={styles['stack']}>
      <output>
        This key signs what a program receives. Copy it now: it is not shown again. Discord does not
        need it.
      </output>
      <p>
        <code className={checkStyles['hash']}>{secret}</code>{' '}
        <CopyButton text={secret} what="the key" />
      </p>
      <div className={styles['line']}>
        <Button size="small" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}

function stateOf({ is_active: isActive, given_up: givenUp, waiting }: Webhook) {
  if (!isActive) return <Badge tone="waiting">Paused</Badge>;
  if (givenUp > 0) return <Badge tone="bad">{givenUp} not sent</Badge>;
  return waiting > 0 ? (
    <Badge tone="waiting">{waiting} waiting</Badge>
  ) : (
    <Badge tone="good">OK</Badge>
  );
}

function Shown({ webhook }: { readonly webhook: Webhook }) {
  const { id, name, host, called_at: calledAt, last_error: lastError } = webhook;
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const start: WebhookDraft = {
    id,
    name,
    url: '',
    tells: webhook.tells,
    isActive: webhook.is_active,
  };
  async function test() {
    setSending(true);
    setProblem(await sendTest(id));
    setSending(false);
  }
  return (
    <details className={checkStyles['rule']}>
      <summary>
        {name} <span className={styles['small']}>({host})</span> {stateOf(webhook)}
      </summary>
      <p className={styles['small']}>
        {calledAt === null ? 'Nothing was sent yet.' : `Last sent ${momentWords(calledAt)}.`}{' '}
        {lastError !== '' && `Last problem: ${lastError}.`}
      </p>
      <WebhookForm key={JSON.stringify(start)} start={start} />
      <div className={styles['line']}>
        <Button size="small" pending={isSending} onClick={() => void test()}>
          Send a test
        </Button>
        <Button size="small" look="danger" onClick={() => setLeaving(true)}>
          Remove
        </Button>
        <output className={styles['small']}>{testWords(webhook)}</output>
      </div>
      {problem !== null && (
        <p className={styles['fault']} role="alert">
          {problem}
        </p>
      )}
      <ConfirmDialog
        open={isLeaving}
        title={`Remove ${name}?`}
        verb="Remove"
        onClose={() => setLeaving(false)}
        onConfirm={() => {
          setLeaving(false);
          void dropWebhook(id).then(setProblem);
        }}
      >
        <p>Its address and key are deleted, and what waits for it is not sent.</p>
      </ConfirmDialog>
    </details>
  );
}

type FormProps = {
  readonly start: WebhookDraft;
  readonly onMade?: (secret: string | null) => void;
};

function WebhookForm({ start, onMade }: FormProps) {
  const [draft, setDraft] = useState(start);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const isNew = start.id === null;
  async function save() {
    setSaving(true);
    const saved = await keepWebhook(draft);
    setSaving(false);
    setProblem(saved.problem);
    if (saved.problem === null) onMade?.(saved.secret);
  }
  const toggle = (topic: string) =>
    setDraft({
      ...draft,
      tells: draft.tells.includes(topic)
        ? draft.tells.filter((each) => each !== topic)
        : [...draft.tells, topic],
    });
  return (
    <SaveForm
      problem={problem}
      isSaving={isSaving}
      canSave={JSON.stringify(draft) !== JSON.stringify(start)}
      verb={isNew ? 'Add' : 'Save'}
      onSave={() => void save()}
    >
      <Field
        label="Name"
        maxLength={60}
        value={draft.name}
        onChange={({ target }) => setDraft({ ...draft, name: target.value })}
      />
      <Field
        label={isNew ? 'Address' : 'New address'}
        optional={!isNew}
        type="url"
        autoComplete="off"
        maxLength={500}
        hint={
          isNew
            ? 'Begins with https://. In Discord: channel settings, Integrations, Webhooks.'
            : 'Leave it empty to keep the address. It is not shown again.'
        }
        value={draft.url}
        onChange={({ target }) => setDraft({ ...draft, url: target.value })}
      />
      <fieldset className={styles['several']}>
        <legend>Send</legend>
        {webhookTopics.map(([topic, label]) => (
          <Choice
            key={topic}
            type="checkbox"
            label={label}
            checked={draft.tells.includes(topic)}
            onChange={() => toggle(topic)}
          />
        ))}
      </fieldset>
      {!isNew && (
        <Choice
          type="checkbox"
          label="Paused"
          hint="What is new in the meantime is not sent later."
          checked={!draft.isActive}
          onChange={() => setDraft({ ...draft, isActive: !draft.isActive })}
        />
      )}
    </SaveForm>
  );
}
