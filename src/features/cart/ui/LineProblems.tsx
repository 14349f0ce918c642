import type { KeptLine } from '../model/cart-line.ts';
import type { QuoteProblem } from '../model/quote.ts';
import { Button } from '#ui/react/Button.tsx';
import { ButtonLink } from '#ui/react/ButtonLink.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { removeLine, setQuantity } from '../store/cart.ts';
import { routes } from '#routes.ts';
import styles from './cart.module.css';

type Props = {
  readonly line: KeptLine;
  readonly problems: readonly QuoteProblem[];
  readonly path: string | null;
};

const chosenAgain: ReadonlySet<string> = new Set([
  'unknown_option',
  'option_missing',
  'option_gone',
  'options_conflict',
]);

/** What stands in the way of a line, with the way out of it one press away. */
export function LineProblems({ line, problems, path }: Props) {
  return problems.map((problem) => (
    <Notice key={problem.reason} tone="caution" title={problem.message} role="note">
      <div className={styles['fix']}>
        <Fix line={line} problem={problem} path={path} />
      </div>
    </Notice>
  ));
}

function Fix({
  line,
  problem,
  path,
}: Omit<Props, 'problems'> & { readonly problem: QuoteProblem }) {
  const { reason, details } = problem;
  const { limit = 0 } = details;
  const fewer = limit > 0 && limit < line.quantity ? limit : null;
  const out = (
    <Button size="small" onClick={() => removeLine(line)}>
      Remove it
    </Button>
  );
  if (fewer !== null) {
    return (
      <Button size="small" look="primary" onClick={() => setQuantity(line, fewer)}>
        Use {fewer}
      </Button>
    );
  }
  if (reason === 'out_of_stock' && line.quantity > 1) {
    return (
      <>
        <Button size="small" look="primary" onClick={() => setQuantity(line, line.quantity - 1)}>
          One fewer
        </Button>
        {out}
      </>
    );
  }
  return (
    <>
      {path !== null && chosenAgain.has(reason) && (
        <ButtonLink size="small" look="primary" href={path}>
          Choose again
        </ButtonLink>
      )}
      {path !== null && reason === 'kit_needed' && (
        <ButtonLink size="small" look="primary" href={path}>
          Add it on its page
        </ButtonLink>
      )}
      {reason === 'design_needed' && (
        <ButtonLink size="small" look="primary" href={routes.colorpicker}>
          Design yours
        </ButtonLink>
      )}
      {path !== null && reason === 'needs_offer' && (
        <ButtonLink size="small" look="primary" href={path}>
          See the list
        </ButtonLink>
      )}
      {out}
    </>
  );
}
