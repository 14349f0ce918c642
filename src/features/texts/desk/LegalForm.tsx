import { useStore } from '@nanostores/react';
import { useDeferredValue, useState } from 'react';
import type { Faults } from '#desk-kit/model/desk-faults.ts';
import { fillText } from '#shared/filled-text.ts';
import { Button } from '#ui/react/Button.tsx';
import { Field, TextArea } from '#ui/react/Field.tsx';
import styles from '#ui/styles/desk.module.css';
import { addressOf } from '../model/address-of.ts';
import {
  draftFaults,
  emptySection,
  legalNames,
  moved,
  type LegalDraft,
  type LegalSection,
} from '../model/legal-draft.ts';
import { patchDraft, patchSection } from '../store/desk-legal.ts';
import { $numbers } from '../store/desk-texts.ts';
import { LateMarkdown } from './LateMarkdown.tsx';
import own from './texts.module.css';

type Props = { readonly draft: LegalDraft; readonly triedAt: Date | null };

export function LegalForm({ draft, triedAt }: Props) {
  const known = useStore($numbers);
  const faults: Faults = triedAt ? draftFaults(draft, known, triedAt) : {};
  const { document, number, sections } = draft;
  const change = (next: readonly LegalSection[]) => patchDraft({ sections: next });
  return (
    <>
      <p className={styles['small']}>
        Version {number} of “{legalNames[document]}” begins with the sections of the newest one.
        Versions stay as they are once added: people can read what they agreed to.
      </p>
      <fieldset className={styles['fields']}>
        <div className={styles['wide']}>
          <TextArea
            label="What changed"
            hint="In a few sentences, at the top of the page"
            value={draft.changes}
            error={faults['changes']}
            onChange={(event) => patchDraft({ changes: event.target.value })}
          />
        </div>
        <Field
          label="Shown from"
          type="datetime-local"
          value={draft.publishAt}
          error={faults['publishAt']}
          onChange={(event) => patchDraft({ publishAt: event.target.value })}
        />
        <Field
          label="In force from"
          type="datetime-local"
          value={draft.effectiveAt}
          error={faults['effectiveAt']}
          onChange={(event) => patchDraft({ effectiveAt: event.target.value })}
        />
      </fieldset>
      <ol className={own['sections']}>
        {sections.map((section, at) => (
          <li key={section.id}>
            <Section
              section={section}
              place={`${at + 1} of ${sections.length}`}
              faults={faults}
              onMove={(by) => change(moved(sections, at, by))}
              onRemove={() => change(sections.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ol>
      <Button onClick={() => change([...sections, emptySection()])}>Add section</Button>
    </>
  );
}

type SectionProps = {
  readonly section: LegalSection;
  readonly place: string;
  readonly faults: Faults;
  readonly onMove: (by: number) => void;
  readonly onRemove: () => void;
};

function Section({ section, place, faults, onMove, onRemove }: SectionProps) {
  const { id, title, code, plain, body } = section;
  const [isOpen, setOpen] = useState(title === '');
  const known = useStore($numbers);
  const shown = useDeferredValue(
    fillText(
      body,
      (key) => known?.get(key),
      (key) => `{{${key}}}`,
    ),
  );
  const isFaulty = Object.keys(faults).some((name) => name.startsWith(id));
  const patch = (next: Partial<LegalSection>) => patchSection(id, next);
  const rename = (next: string) =>
    patch({ title: next, ...(code === addressOf(title, 60) ? { code: addressOf(next, 60) } : {}) });
  return (
    <details
      open={isOpen || isFaulty}
      className={own['section']}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <b>{title === '' ? 'New section' : title}</b> <span className="soft">{place}</span>
      </summary>
      <div className={styles['stack']}>
        <div className={own['pair']}>
          <Field
            label="Title"
            value={title}
            error={faults[`${id} title`]}
            onChange={(event) => rename(event.target.value)}
          />
          <Field
            label="Address on the page"
            value={code}
            error={faults[`${id} code`]}
            onChange={(event) => patch({ code: event.target.value })}
          />
        </div>
        <TextArea
          label="In plain words"
          value={plain}
          error={faults[`${id} plain`]}
          onChange={(event) => patch({ plain: event.target.value })}
        />
        <TextArea
          label="Full text"
          hint="Markdown, with names of numbers in double braces"
          value={body}
          error={faults[`${id} body`]}
          onChange={(event) => patch({ body: event.target.value })}
        />
        <section className={own['preview']} aria-label={`Preview of ${title}`}>
          <LateMarkdown text={shown} />
        </section>
        <div className={styles['line']}>
          <Button size="small" onClick={() => onMove(-1)}>
            Move up
          </Button>
          <Button size="small" onClick={() => onMove(1)}>
            Move down
          </Button>
          <Button size="small" look="danger" onClick={onRemove}>
            Remove section
          </Button>
        </div>
      </div>
    </details>
  );
}
