import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { DeskGate, type DeskRole } from '#desk-kit/gate/DeskGate.tsx';
import { DeskTabs } from '#desk-kit/ui/DeskTabs.tsx';
import { useTab } from '#desk-kit/ui/use-tab.ts';
import { Button } from '#ui/react/Button.tsx';
import { EmptyState } from '#ui/react/EmptyState.tsx';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { translationTabs } from '../model/desk-tabs.ts';
import { shownTexts, sumOf, textKey, type DeskText, type ShownTexts } from '../model/desk-text.ts';
import { areaWord } from '../model/translation-words.ts';
import { $translations, moreTexts, showTexts } from '../store/desk-translations.ts';
import { LanguageState } from './LanguageState.tsx';
import { TextRow } from './TextRow.tsx';
import { TranslationTools } from './TranslationTools.tsx';
import own from './translations.module.css';

/** What the shop says in another language: each text beside its translation. */
export function TranslationsDesk() {
  return (
    <DeskGate
      name="the translations desk"
      desk="translations"
      renderDesk={(role) => <OpenDesk role={role} />}
    />
  );
}

function OpenDesk({ role }: { readonly role: DeskRole }) {
  const { counts } = useStore($translations);
  const tabs = translationTabs();
  const [tab, select] = useTab(tabs.map(({ id }) => id));
  const show = shownTexts.find((each) => each === tab) ?? 'open';
  useEffect(() => void showTexts({ show }), [show]);
  const sums = counts && sumOf(counts);
  const numbers: Readonly<Record<ShownTexts, number>> | null = sums && {
    open: sums.texts - sums.translated,
    older: sums.older,
    all: sums.texts,
  };
  const labelled = tabs.map(({ id, label }) => {
    const number = numbers?.[shownTexts.find((each) => each === id) ?? 'all'];
    return {
      id,
      label: number === undefined ? label : `${label} ${number.toLocaleString('en-GB')}`,
    };
  });
  return (
    <DeskTabs label="Translations" tabs={labelled} selected={tab} onSelect={select}>
      <div className={own['desk']}>
        <LanguageState isOwner={role === 'owner'} />
        <TranslationTools />
        <Found />
      </div>
    </DeskTabs>
  );
}

const empty: Readonly<Record<ShownTexts, readonly [title: string, text: string]>> = {
  open: ['Everything is translated', 'Texts without a translation are listed here.'],
  older: [
    'Nothing is out of date',
    'Texts that changed after they were translated are listed here.',
  ],
  all: ['There are no texts yet', 'Write a product, a question or a text of a page first.'],
};

function Found() {
  const { status, message, language, texts, hasMore, show, search, area } = useStore($translations);
  const [isLoading, setLoading] = useState(false);
  if (status === 'failed') {
    return (
      <NotRead
        title="The texts could not be loaded"
        message={message}
        onAgain={() => void showTexts({})}
      />
    );
  }
  if (texts.length === 0) {
    if (status === 'loading') return <Skeleton lines={8} label="Loading the texts" />;
    const isNarrowed = search !== '' || area !== null;
    const [title, words] = isNarrowed
      ? ['No texts match', 'Change the search, or choose another kind of text.']
      : empty[show];
    return <EmptyState title={title}>{words}</EmptyState>;
  }
  const more = async () => {
    setLoading(true);
    await moreTexts().finally(() => setLoading(false));
  };
  return (
    <div className={own['groups']} aria-busy={status === 'loading'}>
      {groupsOf(texts).map((group) => (
        <section key={group.place} className={own['group']} aria-label={group.owner}>
          <h2>
            {group.owner} <small>{areaWord(group.area)}</small>
          </h2>
          <ul className={own['texts']}>
            {group.texts.map((text) => (
              <TextRow key={textKey(text)} text={text} language={language} onNext={moreTexts} />
            ))}
          </ul>
        </section>
      ))}
      {hasMore && (
        <div>
          <Button pending={isLoading} onClick={() => void more()}>
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}

interface Group {
  readonly place: string;
  readonly area: string;
  readonly owner: string;
  readonly texts: readonly DeskText[];
}

/** They come sorted: what belongs together stands together. */
function groupsOf(texts: readonly DeskText[]): readonly Group[] {
  const groups: { place: string; area: string; owner: string; texts: DeskText[] }[] = [];
  for (const text of texts) {
    const last = groups.at(-1);
    if (last?.area === text.area && last.owner === text.owner) last.texts.push(text);
    else groups.push({ place: text.place, area: text.area, owner: text.owner, texts: [text] });
  }
  return groups;
}
