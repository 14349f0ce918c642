/**
 * Invariant: what either of them changed is told, and putting one onto the other loses neither.
 */
import { draftOf, type AmendmentDraft, type TypedLine } from './amendment.ts';
import type { Order } from './order.ts';

export interface ContestedField {
  readonly what: string;
  readonly before: string;
  /** As it is by now; empty where it is gone. */
  readonly theirs: string;
  readonly mine: string;
}

interface NamedText {
  readonly what: string;
  readonly text: string;
}

/** The choices of a line in words. */
function choicesOf(order: Order, { id, options }: TypedLine): string {
  const line = order.lines.find((each) => each.id === id);
  return (line?.options ?? [])
    .map(({ option_id: id, value_id: chosen, value }) =>
      options[id] === chosen ? value : 'another choice',
    )
    .join(', ');
}

function textsOf(order: Order, draft: AmendmentDraft): ReadonlyMap<string, NamedText> {
  const texts = new Map<string, NamedText>();
  for (const line of draft.lines) {
    const of = order.lines.find(({ id }) => id === line.id);
    const title = `${of?.title ?? ''} ${of?.variant_title ?? ''}`.trim();
    texts.set(`${line.id} pieces`, { what: `${title}: quantity`, text: line.quantity });
    texts.set(`${line.id} price`, { what: `${title}: unit price`, text: line.price });
    const choices = choicesOf(order, line);
    texts.set(`${line.id} choices`, { what: `${title}: options`, text: choices });
  }
  texts.set('shipping', { what: 'Shipping', text: draft.shipping });
  for (const [name, text] of Object.entries(draft.address))
    texts.set(`address ${name}`, { what: `Address: ${name}`, text });
  return texts;
}

/** What the order says otherwise than when it was opened, with what was typed there. */
export function contestedFields(
  was: Order,
  draft: AmendmentDraft,
  now: Order,
): readonly ContestedField[] {
  const before = textsOf(was, draftOf(was));
  const theirs = textsOf(now, draftOf(now));
  const mine = textsOf(was, draft);
  return [...new Set([...before.keys(), ...theirs.keys()])].flatMap((key) => {
    const [old, fresh] = [before.get(key), theirs.get(key)];
    if (old?.text === fresh?.text) return [];
    return [
      {
        what: (fresh ?? old)?.what ?? key,
        before: old?.text ?? '',
        theirs: fresh?.text ?? '',
        mine: mine.get(key)?.text ?? '',
      },
    ];
  });
}

const later = (mine: string, before: string, theirs: string): string =>
  mine === before ? theirs : mine;

function lineOnto(line: TypedLine, mine: TypedLine, before: TypedLine): TypedLine {
  const names = Object.keys({ ...line.options, ...mine.options });
  const options = names.flatMap((name) => {
    const value = later(
      mine.options[name] ?? '',
      before.options[name] ?? '',
      line.options[name] ?? '',
    );
    return value === '' ? [] : [[name, value] as const];
  });
  return {
    ...line,
    quantity: later(mine.quantity, before.quantity, line.quantity),
    price: later(mine.price, before.price, line.price),
    options: Object.fromEntries(options),
  };
}

/** What was typed, on the order as it is by now: what was not touched is theirs. */
export function draftOnto(was: Order, draft: AmendmentDraft, now: Order): AmendmentDraft {
  const [before, fresh] = [draftOf(was), draftOf(now)];
  const byId = (lines: readonly TypedLine[], id: string) => lines.find((each) => each.id === id);
  return {
    lines: fresh.lines.map((line) => {
      const [mine, old] = [byId(draft.lines, line.id), byId(before.lines, line.id)];
      return mine && old ? lineOnto(line, mine, old) : line;
    }),
    added: draft.added,
    isParted: draft.isParted,
    shipping: later(draft.shipping, before.shipping, fresh.shipping),
    address: {
      name: later(draft.address.name, before.address.name, fresh.address.name),
      line1: later(draft.address.line1, before.address.line1, fresh.address.line1),
      line2: later(draft.address.line2, before.address.line2, fresh.address.line2),
      city: later(draft.address.city, before.address.city, fresh.address.city),
      region: later(draft.address.region, before.address.region, fresh.address.region),
      postcode: later(draft.address.postcode, before.address.postcode, fresh.address.postcode),
      country: fresh.address.country,
      phone: later(draft.address.phone, before.address.phone, fresh.address.phone),
    },
  };
}
