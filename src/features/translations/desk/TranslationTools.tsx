import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { ExportButton } from '#desk-kit/table/ExportButton.tsx';
import { ImportButton } from '#desk-kit/table/ImportDialog.tsx';
import { Field, Select } from '#ui/react/Field.tsx';
import { askToDiscard } from '#ui/react/unsaved.ts';
import styles from '#ui/styles/desk.module.css';
import { languageName } from '#languages/languages.ts';
import { areaWord } from '../model/translation-words.ts';
import { $translations, showTexts } from '../store/desk-translations.ts';
import { exportTexts, importTexts, judgeFile } from '../store/translation-files.ts';
import own from './translations.module.css';

/** Whoever types on is not asked for each letter. */
const settleMs = 250;

/** Which texts are shown, and the way out to translators and in again. */
export function TranslationTools() {
  const { language, counts, show, area, search } = useStore($translations);
  const [typed, setTyped] = useState(search);
  const due = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(due.current), []);
  return (
    <div className={own['tools']}>
      <Field
        label="Search"
        type="search"
        placeholder="Text, translation or title"
        maxLength={100}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          clearTimeout(due.current);
          due.current = setTimeout(
            () => askToDiscard(() => void showTexts({ search: value.trim() })),
            settleMs,
          );
        }}
      />
      <Select
        label="Texts of"
        value={area ?? ''}
        onChange={({ currentTarget: { value } }) =>
          askToDiscard(() => void showTexts({ area: value || null }))
        }
      >
        <option value="">Everything</option>
        {counts?.map((count) => (
          <option key={count.area} value={count.area}>
            {areaWord(count.area)} ({count.texts - count.translated} of {count.texts} to translate)
          </option>
        ))}
      </Select>
      <div className={styles['line']}>
        <ExportButton
          fileName={`translations-${language}.csv`}
          onExport={(signal, onProgress) =>
            exportTexts(language, { show, area, search }, signal, onProgress)
          }
        />
        <ImportButton
          title="Import translations"
          explains={`A file that was exported here, with ${languageName(language)} filled in. A line without a translation changes nothing.`}
          option="Also take translations of texts that have changed since the export, as out of date"
          onDryRun={(text, takesOlder) => judgeFile(language, text, takesOlder)}
          onApply={(report, signal, onOutcome) => importTexts(language, report, signal, onOutcome)}
          onDone={() => void showTexts({})}
        />
      </div>
    </div>
  );
}
