import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { useStep } from '#desk-kit/ui/use-step.ts';
import { furtherLanguages, languageName } from '#languages/languages.ts';
import { askToDiscard } from '#ui/react/unsaved.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Select } from '#ui/react/Field.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import meter from '#ui/styles/meter.module.css';
import styles from '#ui/styles/desk.module.css';
import { sumOf } from '../model/desk-text.ts';
import { $translations, showTexts } from '../store/desk-translations.ts';
import { $publishedLanguage, publishLanguage, readPublished } from '../store/published-language.ts';
import own from './translations.module.css';

/** How far a language is, and whether its pages are published. */
export function LanguageState({ isOwner }: { readonly isOwner: boolean }) {
  const { language, counts } = useStore($translations);
  useEffect(() => void readPublished(language), [language]);
  const name = languageName(language);
  return (
    <section className={own['state']} aria-label={name}>
      {furtherLanguages.length > 1 ? (
        <Select
          label="Language"
          value={language}
          onChange={({ currentTarget: { value } }) =>
            askToDiscard(() => void showTexts({ language: value }))
          }
        >
          {furtherLanguages.map(({ code }) => (
            <option key={code} value={code}>
              {languageName(code)}
            </option>
          ))}
        </Select>
      ) : (
        <h2>{name}</h2>
      )}
      {counts === null ? (
        <Skeleton lines={1} label="Counting the texts" />
      ) : (
        <Translated {...sumOf(counts)} />
      )}
      <Published key={language} language={language} isOwner={isOwner} />
    </section>
  );
}

type Sums = ReturnType<typeof sumOf>;

const plain = (number: number) => number.toLocaleString('en-GB');

function Translated({ texts, translated, older }: Sums) {
  const share = texts === 0 ? 100 : (100 * translated) / texts;
  return (
    <div className={`${meter['meter']}${share === 100 ? ` ${meter['reached']}` : ''}`}>
      <p className={meter['words']}>
        <span>
          <b>{plain(translated)}</b> of {plain(texts)} texts translated
          {older > 0 && `, ${plain(older)} out of date`}
        </span>
        <span>{Math.floor(share)}%</span>
      </p>
      <svg
        className={meter['bar']}
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect className={meter['fill']} width={share} height="4" />
      </svg>
    </div>
  );
}

type PublishedProps = { readonly language: string; readonly isOwner: boolean };

function Published({ language, isOwner }: PublishedProps) {
  const state = useStore($publishedLanguage);
  const { isBusy, run, problem } = useStep();
  const name = languageName(language);
  const prefix = furtherLanguages.find(({ code }) => code === language)?.prefix ?? '';
  if (state.status === 'loading') return <Skeleton lines={1} label="Loading the language" />;
  if (state.status === 'failed') return <p role="alert">{state.message}</p>;
  const { isPublished } = state;
  return (
    <div className={own['published']}>
      <Badge tone={isPublished ? 'good' : 'plain'}>
        {isPublished ? 'Published' : 'Not published'}
      </Badge>
      <p className={styles['small']}>
        {isPublished
          ? `Pages in ${name} are at ${prefix}. What is not translated is shown in English.`
          : `Shoppers see English alone. Once ${name} is published, its pages are at ${prefix}, and what is not translated is shown in English.`}
        {!isOwner && ' An owner can change this.'}
      </p>
      {isOwner && (
        <Button
          size="small"
          pending={isBusy}
          onClick={() => void run(publishLanguage(language, !isPublished))}
        >
          {isPublished ? `Stop publishing ${name}` : `Publish ${name}`}
        </Button>
      )}
      {problem !== null && (
        <p role="alert" className={styles['fault']}>
          {problem}
        </p>
      )}
    </div>
  );
}
