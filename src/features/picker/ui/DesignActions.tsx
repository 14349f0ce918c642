import { useState } from 'react';
import { Button } from '#ui/react/Button.tsx';
import { Field, TextArea } from '#ui/react/Field.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Segments } from '#ui/react/Segments.tsx';
import { actOnDesign, type DesignAct } from '../store/opened-design.ts';
import type { DesignVisibility, OpenedDesign } from '#features/designs/store/saved-designs.ts';
import { routes } from '#routes.ts';
import { download } from './design-files.ts';
import styles from './design.module.css';

const visibilities: readonly { readonly value: DesignVisibility; readonly label: string }[] = [
  { value: 'private', label: 'Only me' },
  { value: 'unlisted', label: 'Anyone with the link' },
  { value: 'public', label: 'Everyone' },
];

type Act = (act: DesignAct) => void;

function Mine({ opened, act }: { readonly opened: OpenedDesign; readonly act: Act }) {
  const [name, setName] = useState(opened.name);
  const [isSure, setIsSure] = useState(false);
  return (
    <section className={styles['mine']} aria-label="Your design">
      <Segments
        legend="Who can see it"
        value={opened.visibility}
        choices={visibilities}
        onChange={(visibility) => act({ kind: 'change', visibility })}
      />
      <form
        className={styles['inline']}
        onSubmit={(event) => {
          event.preventDefault();
          act({ kind: 'change', name });
        }}
      >
        <Field
          label="Name"
          value={name}
          maxLength={80}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <Button type="submit">Rename</Button>
      </form>
      {opened.is_used ? (
        <p className="soft">
          This design was ordered, so you can’t change it. Make a copy to change it.
        </p>
      ) : (
        <p className={styles['inline']}>
          <a href={`${routes.colorpicker}?design=${opened.code}`}>Edit this design</a>
          <Button
            look="danger"
            size="small"
            onClick={() => (isSure ? act({ kind: 'delete' }) : setIsSure(true))}
          >
            {isSure ? 'Delete it for good' : 'Delete'}
          </Button>
        </p>
      )}
    </section>
  );
}

function Report({ act }: { readonly act: Act }) {
  const [reason, setReason] = useState('');
  return (
    <details className={styles['report']}>
      <summary>Report this design</summary>
      <form
        className={styles['mine']}
        onSubmit={(event) => {
          event.preventDefault();
          act({ kind: 'report', reason });
        }}
      >
        <TextArea
          label="What is wrong with it?"
          value={reason}
          minLength={3}
          maxLength={500}
          required
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
        <Button type="submit">Send</Button>
      </form>
    </details>
  );
}

type Said = { readonly tone: 'info' | 'fault'; readonly text: string } | null;

type Props = {
  readonly opened: OpenedDesign;
  /** There is nothing to buy here: making a copy is what goes on. */
  readonly isMain: boolean;
};

export function DesignActions({ opened, isMain }: Props) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said>(null);
  async function perform(what: DesignAct): Promise<void> {
    setBusy(true);
    const answer = await actOnDesign(opened, what);
    setBusy(false);
    setSaid(
      answer.ok
        ? { tone: 'info', text: answer.value }
        : { tone: 'fault', text: answer.error.message },
    );
  }
  const act: Act = (what) => {
    if (!busy) void perform(what);
  };
  return (
    <div className={styles['actions']}>
      <div className={styles['inline']}>
        <Button
          look={isMain ? 'primary' : 'plain'}
          pending={busy}
          onClick={() => act({ kind: 'copy' })}
        >
          Make a copy
        </Button>
        {opened.visibility === 'public' && (
          <Button
            aria-pressed={opened.is_liked}
            onClick={() => act({ kind: 'like', liked: !opened.is_liked })}
          >
            {opened.is_liked ? 'Liked' : 'Like'} · {opened.like_count}
          </Button>
        )}
        <Button onClick={() => void download('png', opened.design, opened.name)}>PNG</Button>
        <Button onClick={() => void download('svg', opened.design, opened.name)}>SVG</Button>
        <Button onClick={() => void download('kle', opened.design, opened.name)}>KLE</Button>
      </div>
      {said !== null && (
        <Notice tone={said.tone} role={said.tone === 'fault' ? 'alert' : 'status'}>
          {said.text}
        </Notice>
      )}
      {opened.is_mine && <Mine key={opened.version} opened={opened} act={act} />}
      {!opened.is_mine && opened.visibility !== 'private' && <Report act={act} />}
    </div>
  );
}
