import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { isRecord, type Draft } from '#desk-kit/model/desk-row.ts';
import type { RowOf } from '#desk-kit/store/desk-table.ts';
import { Choice } from '#ui/react/Choice.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import styles from '#ui/styles/desk.module.css';
import { $countries, type partnerTable } from '../store/desk-texts.ts';
import { serveCountry } from '../store/partner-countries.ts';

type Partner = Draft<RowOf<typeof partnerTable>['values']>;

function servedBy({ values: { countries } }: Partner): ReadonlySet<string> {
  const codes = (Array.isArray(countries) ? countries : []).map((each: unknown) =>
    isRecord(each) ? String(each['country_code']) : '',
  );
  return new Set(codes);
}

/** Which countries a partner serves: each tick is kept at once. */
export function PartnerCountries({ row }: { readonly row: Partner }) {
  const countries = useStore($countries);
  const [served, setServed] = useState(() => servedBy(row));
  const [asked, setAsked] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  if (row.version === null)
    return (
      <p className={styles['small']}>Save it, then open it to say which countries it serves.</p>
    );

  async function tick(code: string) {
    if (asked !== null) return;
    const isServed = !served.has(code);
    setAsked(code);
    const fault = await serveCountry(row.id, code, isServed).catch(
      () => 'The shop can’t be reached. Try again.',
    );
    setAsked(null);
    setProblem(fault);
    if (fault !== null) return;
    setServed((before) => {
      const after = new Set(before);
      if (isServed) after.add(code);
      else after.delete(code);
      return after;
    });
  }

  return (
    <fieldset className={styles['several']} aria-busy={asked !== null}>
      <legend>Countries it serves ({served.size}), kept as you tick them</legend>
      {problem !== null && (
        <Notice tone="fault" role="alert" title="Not kept">
          <p>{problem}</p>
        </Notice>
      )}
      {countries.map((country) => (
        <Choice
          key={country.id}
          type="checkbox"
          label={country.values.name}
          checked={served.has(country.id) !== (asked === country.id)}
          onChange={() => void tick(country.id)}
        />
      ))}
    </fieldset>
  );
}
