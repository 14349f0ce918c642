import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Tone } from '#shared/tone.ts';
import { SaveForm } from '#desk-kit/ui/SaveForm.tsx';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Choice } from '#ui/react/Choice.tsx';
import { CopyButton } from '#ui/react/CopyButton.tsx';
import { Field } from '#ui/react/Field.tsx';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { useUnsaved } from '#ui/react/unsaved.ts';
import styles from '#ui/styles/desk.module.css';
import { paymentName } from '../../model/payment-providers.ts';
import {
  keyWords,
  methodFaults,
  whyNotOffered,
  type ConnectionAnswer,
  type KeyState,
  type MethodSettings,
  type ProviderSettings,
} from '../../model/payment-settings.ts';
import {
  $paymentDesk,
  readPaymentDesk,
  saveMethod,
  tryConnection,
} from '../../store/desk-payment-methods.ts';
import own from './payment-methods.module.css';

/** How customers can pay: what they read, what is offered, and what the providers say. */
export function PaymentMethods() {
  const desk = useStore($paymentDesk);
  if (desk.status === 'loading') return <Skeleton lines={8} label="Loading payment methods" />;
  if (desk.status === 'failed')
    return (
      <NotRead
        title="The payment methods could not be loaded"
        message={desk.message}
        onAgain={() => void readPaymentDesk()}
      />
    );
  return (
    <div className={styles['stack']}>
      <section className={styles['card']} aria-label="Webhook">
        <h2>Webhook</h2>
        <p>
          Providers report payments to this address. Enter it at PayPal; deploying enters it at
          Stripe.
        </p>
        <p className={own['address']}>
          <code>{desk.webhookUrl}</code>
          <CopyButton text={desk.webhookUrl} what="webhook address" />
        </p>
        <p className={styles['small']}>
          Keys are secrets of the edge functions: set them there, as “Going live” describes. They
          are never shown here.
        </p>
      </section>
      {desk.methods.map((method) => (
        <Method
          key={method.code}
          saved={method}
          provider={desk.providers.find(({ code }) => code === method.code) ?? null}
        />
      ))}
    </div>
  );
}

const tones: { readonly [state in KeyState]: Tone } = {
  not_needed: 'plain',
  missing: 'bad',
  test: 'waiting',
  live: 'good',
};

function KeyBadge({ state }: { readonly state: KeyState }) {
  const words = keyWords[state];
  return words === null ? null : <Badge tone={tones[state]}>{words}</Badge>;
}

type MethodProps = {
  readonly saved: MethodSettings;
  readonly provider: ProviderSettings | null;
};

function Method({ saved, provider }: MethodProps) {
  const name = paymentName(saved.code);
  return (
    <section className={styles['card']} aria-label={name}>
      <header className={own['head']}>
        <h2>{name}</h2>
        <Badge tone={saved.isOffered ? 'good' : 'plain'}>
          {saved.isOffered ? 'Offered' : 'Not offered'}
        </Badge>
        <KeyBadge state={saved.keys} />
      </header>
      <MethodForm saved={saved} />
      {provider !== null && provider.canTry && <Keys provider={provider} name={name} />}
    </section>
  );
}

function MethodForm({ saved }: { readonly saved: MethodSettings }) {
  const [changes, setChanges] = useState<Partial<MethodSettings>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const draft = { ...saved, ...changes };
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);
  const faults = methodFaults(draft);
  const whyNot = whyNotOffered(saved);
  useUnsaved(isChanged);
  const change = (changed: Partial<MethodSettings>) => setChanges({ ...changes, ...changed });
  const save = async () => {
    setSaving(true);
    const why = await saveMethod(draft);
    setSaving(false);
    setProblem(why);
    if (why === null) setChanges({});
  };
  return (
    <SaveForm
      problem={problem}
      isSaving={isSaving}
      canSave={isChanged && Object.keys(faults).length === 0}
      onSave={() => void save()}
    >
      <div className={styles['fields']}>
        <Field
          label="Name for customers"
          value={draft.title}
          error={faults['title']}
          maxLength={80}
          onChange={({ target }) => change({ title: target.value })}
        />
        <Field
          label="Position"
          type="number"
          value={Number.isNaN(draft.position) ? '' : draft.position}
          error={faults['position']}
          onChange={({ target }) => change({ position: target.valueAsNumber })}
        />
        <div className={styles['wide']}>
          <Field
            label="Note for customers"
            value={draft.note}
            error={faults['note']}
            maxLength={300}
            onChange={({ target }) => change({ note: target.value })}
          />
        </div>
      </div>
      <Choice
        type="checkbox"
        label="Offered at checkout"
        {...(whyNot === null ? {} : { hint: whyNot })}
        checked={draft.isOffered}
        disabled={whyNot !== null && !saved.isOffered}
        onChange={({ target }) => change({ isOffered: target.checked })}
      />
    </SaveForm>
  );
}

type KeysProps = { readonly provider: ProviderSettings; readonly name: string };

function Keys({ provider, name }: KeysProps) {
  const [answer, setAnswer] = useState<ConnectionAnswer | null>(null);
  const [isTrying, setTrying] = useState(false);
  const attempt = async () => {
    setTrying(true);
    setAnswer(null);
    setAnswer(await tryConnection(provider.code));
    setTrying(false);
  };
  return (
    <div className={styles['part']}>
      <h3 className={own['title']}>Keys</h3>
      <dl className={own['keys']}>
        {provider.keys.map((key) => (
          <div key={key.name}>
            <dt>
              <code>{key.name}</code>
            </dt>
            <dd>{key.isSet ? 'set' : 'missing'}</dd>
          </div>
        ))}
      </dl>
      <div className={styles['line']}>
        <Button
          size="small"
          pending={isTrying}
          disabled={provider.keys.every(({ isSet }) => !isSet)}
          onClick={() => void attempt()}
        >
          Try the connection
        </Button>
        <output className={answer?.isWell === false ? styles['fault'] : undefined}>
          {answer?.says ?? (isTrying ? `Asking ${name} …` : '')}
        </output>
      </div>
    </div>
  );
}
