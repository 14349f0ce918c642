import { useStore } from '@nanostores/react';
import { ConsentChoices } from '#features/orders/ui/ConsentChoices.tsx';
import { routes } from '#routes.ts';
import { isNamedAtFoot } from '#ui/published-page.ts';
import { $draft, writeDraft } from '../store/checkout-draft.ts';
import type { Faults } from './draft-faults.ts';
import styles from './checkout.module.css';

type Props = { readonly hasGroupBuy: boolean; readonly faults: Faults };

export function ConsentPart({ hasGroupBuy, faults }: Props) {
  const { terms, groupBuy } = useStore($draft);
  return (
    <section className={styles['part']} aria-labelledby="part-consent">
      <h2 id="part-consent">Terms</h2>
      <ConsentChoices
        termsPath={routes.terms}
        asked={hasGroupBuy ? ['terms', 'group_buy'] : ['terms']}
        given={[
          ...(terms ? (['terms'] as const) : []),
          ...(groupBuy ? (['group_buy'] as const) : []),
        ]}
        faults={{ terms: faults['terms'], group_buy: faults['groupBuy'] }}
        onChange={(consent, isGiven) =>
          writeDraft(consent === 'terms' ? { terms: isGiven } : { groupBuy: isGiven })
        }
      />
      {isNamedAtFoot(routes.privacy) && (
        <p className={styles['aside']}>
          <a href={routes.privacy}>How we use your data</a>
        </p>
      )}
    </section>
  );
}
