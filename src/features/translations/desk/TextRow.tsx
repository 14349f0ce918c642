import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { Difference } from '#desk-kit/ui/Difference.tsx';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { useUnsaved } from '#ui/react/unsaved.ts';
import styles from '#ui/styles/desk.module.css';
import { languageName } from '#languages/languages.ts';
import { stateOf, type DeskText } from '../model/desk-text.ts';
import { fieldWord } from '../model/translation-words.ts';
import { saveText } from '../store/desk-translations.ts';
import own from './translations.module.css';

type Props = {
  readonly text: DeskText;
  readonly language: string;
  /** Brings more texts, for whoever goes on from the last one. */
  readonly onNext: () => Promise<void>;
};

interface Failure {
  readonly problem: string;
  /** What someone else wrote. */
  readonly theirs?: string;
}

/** To the field of the next text, or of the one before. */
function focusBeside(field: HTMLTextAreaElement, step: number): boolean {
  const fields = [...document.querySelectorAll<HTMLTextAreaElement>('textarea[data-translation]')];
  const next = fields[fields.indexOf(field) + step];
  next?.focus();
  return next !== undefined;
}

/** One text beside its translation, which is saved on leaving the field. */
export function TextRow({ text, language, onNext }: Props) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  /** Null while what is typed is what is kept. */
  const [draft, setDraft] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [saved, setSaved] = useState(false);
  const sending = useRef<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const state = stateOf(text);
  const name = fieldWord(text);
  useUnsaved(draft !== null && draft.trim() !== text.text);

  async function save(typed: string) {
    // Leaving the field by its key would send it twice.
    if (sending.current === typed) return;
    sending.current = typed;
    setBusy(true);
    const answer = await saveText(text, typed);
    sending.current = null;
    setBusy(false);
    setSaved(answer.kind === 'saved');
    if (answer.kind === 'saved') {
      setFailure(null);
      setDraft((now) => (now === typed || now === null ? null : now));
    } else if (answer.kind === 'conflict') {
      setFailure({
        problem: 'Someone else has translated this in the meantime. Your text is not saved.',
        theirs: answer.theirs,
      });
    } else setFailure({ problem: answer.problem });
  }

  const isChanged = draft !== null && draft.trim() !== text.text;
  const leave = () => {
    if (!isChanged) setDraft(null);
    else if (failure?.theirs === undefined) void save(draft);
  };

  async function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const here = event.currentTarget;
    leave();
    if (event.shiftKey) focusBeside(here, -1);
    else if (!focusBeside(here, 1)) {
      await onNext();
      requestAnimationFrame(() => focusBeside(here, 1));
    }
  }

  const use = (words: string) => {
    setDraft(words);
    void save(words);
    field.current?.focus();
  };
  return (
    <li className={own['text']} data-state={state}>
      <div className={own['original']}>
        <p className={own['name']}>
          <span>{name}</span>
          {state === 'older' && <Badge tone="waiting">Out of date</Badge>}
        </p>
        {state === 'older' && text.madeFrom !== '' && (
          <div className={own['change']}>
            <span>What has changed:</span>
            <Difference before={text.madeFrom} after={text.source} />
          </div>
        )}
        <div id={`${id}-source`} lang="en" className={own['words']}>
          {text.source}
        </div>
      </div>
      <div className={own['translation']}>
        <div className={own['said']}>
          <output id={`${id}-said`}>
            {isBusy && 'Saving …'}
            {!isBusy && failure === null && isChanged && 'Not saved yet'}
            {!isBusy && saved && !isChanged && (text.version === 0 ? 'Removed' : 'Saved')}
          </output>
          {state === 'older' && !isChanged && (
            <Button
              size="small"
              look="quiet"
              flush
              pending={isBusy}
              onClick={() => void save(text.text)}
            >
              Still right
            </Button>
          )}
          {state === 'open' && draft === null && text.proposal === '' && (
            <Button
              size="small"
              look="quiet"
              flush
              className={own['keep']}
              onClick={() => use(text.source)}
            >
              Keep the English
              <span className="visually-hidden">: {name}</span>
            </Button>
          )}
          {state === 'open' && draft === null && text.proposal !== '' && (
            <Button size="small" look="quiet" flush onClick={() => use(text.proposal)}>
              Use “
              <span lang={language} className={own['proposal']}>
                {text.proposal}
              </span>
              ”
            </Button>
          )}
        </div>
        <textarea
          ref={field}
          data-translation=""
          aria-label={`${languageName(language)}: ${name}`}
          aria-describedby={`${id}-source ${id}-said`}
          aria-invalid={failure === null ? undefined : true}
          lang={language}
          spellCheck
          rows={1}
          maxLength={80000}
          value={draft ?? text.text}
          onChange={({ currentTarget: { value } }) => {
            setDraft(value);
            setSaved(false);
          }}
          onBlur={leave}
          onKeyDown={(event) => void press(event)}
        />
        {failure !== null && (
          <div role="alert" className={own['failure']}>
            <p className={styles['fault']}>{failure.problem}</p>
            {failure.theirs !== undefined && (
              <>
                <blockquote lang={language}>{failure.theirs || 'They removed it.'}</blockquote>
                <div className={styles['line']}>
                  <Button
                    size="small"
                    onClick={() => {
                      setDraft(null);
                      setFailure(null);
                    }}
                  >
                    Keep theirs
                  </Button>
                  <Button
                    size="small"
                    look="primary"
                    pending={isBusy}
                    onClick={() => void save(draft ?? '')}
                  >
                    Overwrite with mine
                  </Button>
                </div>
              </>
            )}
          </div>
        )}
      </div>
    </li>
  );
}
