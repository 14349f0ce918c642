import { useStore } from '@nanostores/react';
import { Choice } from '#islands/ui/Choice.tsx';
import { routes } from '#routes.ts';
import { $draft, writeDraft } from '#stores/checkout-draft.ts';
import type { Faults } from './draft-faults.ts';
import styles from './checkout.module.css';

type Props = { readonly hasGroupBuy: boolean; readonly faults: Faults };

/** What is agreed to, in words; the order keeps it with the version of the terms. */
export function ConsentPart({ hasGroupBuy, faults }: Props) {
  const { terms, groupBuy } = useStore($draft);
  return (
    <section className={styles['part']} aria-labelledby="part-consent">
      <h2 id="part-consent">What you agree to</h2>
      <Choice
        type="checkbox"
        name="terms"
        checked={terms}
        error={faults['terms']}
        onChange={(event) => writeDraft({ terms: event.target.checked })}
        label={
          <>
            I agree to the <a href={routes.terms}>terms</a>.
          </>
        }
      />
      {hasGroupBuy && (
        <Choice
          type="checkbox"
          name="groupBuy"
          checked={groupBuy}
          error={faults['groupBuy']}
          onChange={(event) => writeDraft({ groupBuy: event.target.checked })}
          label="I know that a group buy is not a purchase from stock: it is made after the window closes, its date is an estimate, and money comes back by the rule of its batch."
        />
      )}
    </section>
  );
}
