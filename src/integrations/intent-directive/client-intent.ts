/**
 * The only code of an island that hydrates on intent, until it does. Invariant: each press and each
 * sent form before hydration happens once, after it; links work as links.
 */
import type { ClientDirective } from 'astro';

const intents = ['pointerover', 'pointerdown', 'touchstart', 'focusin'] as const;
const mostRepeated = 8;

type Repeat = () => void;

/** Hydration may replace an element; its place among its siblings finds the new one. */
function placeIn(island: Element, target: Element): () => Element | null {
  const steps: number[] = [];
  for (let at = target; at !== island && at.parentElement; at = at.parentElement) {
    steps.unshift([...at.parentElement.children].indexOf(at));
  }
  return () =>
    target.isConnected
      ? target
      : steps.reduce<Element | null>((at, index) => at?.children[index] ?? null, island);
}

function pressAgain(island: Element, target: Element): Repeat {
  const find = placeIn(island, target);
  return () => {
    const found = find();
    if (found instanceof HTMLElement) found.click();
  };
}

function sendAgain(island: Element, target: Element, submitter: HTMLElement | null): Repeat {
  const find = placeIn(island, target);
  return () => {
    const found = find();
    if (!(found instanceof HTMLFormElement)) return;
    found.requestSubmit(
      submitter?.isConnected && submitter.closest('form') === found ? submitter : null,
    );
  };
}

const hydrateOnIntent: ClientDirective = (load, _options, island) => {
  const repeats: Repeat[] = [];
  let isStarted = false;

  const hold = (event: Event) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    if (event.type === 'click' && target.closest('a[href]')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const submitter = event instanceof SubmitEvent ? event.submitter : null;
    if (repeats.length < mostRepeated) {
      const isPress = event.type === 'click';
      repeats.push(isPress ? pressAgain(island, target) : sendAgain(island, target, submitter));
    }
    void start();
  };

  const release = () => {
    island.removeEventListener('click', hold, true);
    island.removeEventListener('submit', hold, true);
    // React hydrates in its own time, but at once before an event of this kind; nobody listens to it.
    island.firstElementChild?.dispatchEvent(new Event('compositionend', { bubbles: true }));
    for (const repeat of repeats.splice(0)) repeat();
  };

  const start = async () => {
    if (isStarted) return;
    isStarted = true;
    for (const intent of intents) island.removeEventListener(intent, startUnheard);
    try {
      const hydrate = await load();
      await hydrate();
    } finally {
      release();
    }
  };

  const startUnheard = () => void start();
  island.addEventListener('click', hold, true);
  island.addEventListener('submit', hold, true);
  for (const intent of intents) island.addEventListener(intent, startUnheard, { passive: true });
};

// Astro takes a directive from the default export alone.
// oxlint-disable-next-line import/no-default-export
export default hydrateOnIntent;
