import { deskOfKind, findPath, type DeskFind, type FindKind } from '#desk-kit/model/desk-find.ts';
import {
  mayOpen,
  type DeskName,
  type DeskRole,
  type DeskTab,
} from '#desk-kit/model/desk-rights.ts';
import { photoTabs } from '#features/photos/model/desk-tabs.ts';
import { productTabs } from '#features/catalogue/model/desk-tabs.ts';
import { colorwayTabs } from '#features/colours/model/desk-tabs.ts';
import { designTabs } from '#features/designs/model/desk-tabs.ts';
import { moneyTabs, orderTabs } from '#features/orders/model/desk-tabs.ts';
import { stageOf } from '#features/orders/model/order-status.ts';
import { orderStatusName } from '#features/orders/model/order-words.ts';
import { shippingTabs } from '#features/shipping/model/desk-tabs.ts';
import { checkTabs } from '#features/shop-check/model/desk-tabs.ts';
import { contentTabs } from '#features/texts/model/desk-tabs.ts';
import { translationTabs } from '#features/translations/model/desk-tabs.ts';
import { dayWords } from '#shared/day-words.ts';
import { listKindOf } from '#shared/list-kind.ts';
import { formatMoney } from '#shared/money.ts';
import { queuesOf } from './desk-home.ts';
import { deskGroups } from './desk-nav.ts';

export type CommandIcon = DeskName | 'customer' | 'action';

/** One line of the command bar. */
export interface Command {
  readonly id: string;
  readonly icon: CommandIcon;
  readonly title: string;
  /** Where it belongs, or what tells it from others of its name. */
  readonly note: string;
  /** How it stands, at the end of the line. */
  readonly state: string;
  readonly does:
    | { readonly kind: 'open'; readonly path: string; readonly find?: DeskFind }
    | { readonly kind: 'publish' }
    /** Goes on with an order that is still to be named. */
    | { readonly kind: 'ask'; readonly text: string };
}

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

export type Desks = Readonly<Record<DeskName, { readonly label: string; readonly path: string }>>;

const tabs: Partial<Record<DeskName, (role: DeskRole) => readonly DeskTab[]>> = {
  check: checkTabs,
  colorways: colorwayTabs,
  content: contentTabs,
  designs: designTabs,
  money: moneyTabs,
  orders: orderTabs,
  photos: photoTabs,
  products: productTabs,
  shipping: shippingTabs,
  translations: translationTabs,
};

const opens = (path: string) => ({ kind: 'open', path }) as const;

/** Every desk that the role may open, its parts and what waits there. */
export function goToCommands(role: DeskRole, desks: Desks): readonly Command[] {
  return deskGroups(role)
    .flat()
    .flatMap((name) => {
      const { label, path } = desks[name];
      const line = (title: string, to: string, note = label): Command => ({
        id: to,
        icon: name,
        title,
        note,
        state: '',
        does: opens(to),
      });
      const queues = queuesOf(name);
      const pathOf = (tab: DeskTab) => `${path}?tab=${tab.id}`;
      // Where a part is what waits there, one line leads to it.
      const parts = (tabs[name]?.(role) ?? []).filter(
        (tab) => tab.label !== label && queues.every((queue) => queue.path !== pathOf(tab)),
      );
      return [
        line(label, path, ''),
        ...parts.map((tab) => line(tab.label, pathOf(tab))),
        ...queues.map((queue) => line(queue.label, queue.path)),
      ];
    });
}

interface Action {
  readonly title: string;
  readonly desk: DeskName;
  readonly for: readonly DeskRole[];
  readonly does: Command['does'];
}

/** What is done with one order, by the part of its page where it is done. */
const orderVerbs = [
  {
    verb: 'Record payment',
    part: 'record-payment',
    holdsIn: 'isHere',
  },
  {
    verb: 'Refund',
    part: 'refund',
    holdsIn: 'isPaid',
  },
] as const;
type OrderVerb = (typeof orderVerbs)[number];

const handlesOrders: readonly DeskRole[] = ['owner', 'fulfilment'];
const writes: readonly DeskRole[] = ['owner', 'editor'];

const actions: readonly Action[] = [
  { title: 'New order', desk: 'orders', for: handlesOrders, does: opens('/admin/orders?new') },
  ...orderVerbs.map(({ verb }): Action => ({
    title: verb === 'Refund' ? 'Refund order …' : `${verb} …`,
    desk: 'orders',
    for: handlesOrders,
    does: { kind: 'ask', text: `${verb} ` },
  })),
  {
    title: 'New product',
    desk: 'products',
    for: writes,
    does: opens('/admin/products?product=new'),
  },
  ...[
    { title: 'New update', tab: 'updates' },
    { title: 'New question', tab: 'questions' },
    { title: 'New maker', tab: 'makers' },
    { title: 'New partner', tab: 'partners' },
  ].map(({ title, tab }): Action => ({
    title,
    desk: 'content',
    for: writes,
    does: opens(`/admin/content?tab=${tab}&new`),
  })),
  {
    title: 'New discount code',
    desk: 'money',
    for: ['owner'],
    does: opens('/admin/money?tab=codes&new'),
  },
  { title: 'Invite a colleague', desk: 'staff', for: ['owner'], does: opens('/admin/staff') },
  { title: 'Publish changes', desk: 'content', for: writes, does: { kind: 'publish' } },
];

export function actionCommands(role: DeskRole): readonly Command[] {
  return actions
    .filter(({ for: who, desk }) => who.includes(role) && mayOpen(role, desk))
    .map(({ title, does }) => ({ id: title, icon: 'action', title, note: '', state: '', does }));
}

const statusWords: Readonly<Record<string, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  archived: 'Archived',
  open: 'Open',
  closed: 'Closed',
  frozen: 'Frozen',
  drawn: 'Drawn',
  finished: 'Finished',
};

function stateOf({ kind, status, count, amount_minor: minor, currency, at }: DeskFind): string {
  const amount = minor === null ? '' : formatMoney(minor, currency);
  if (kind === 'order')
    return [orderStatusName(status), amount, at === null ? '' : dayWords(at)]
      .filter(Boolean)
      .join(' · ');
  if (kind === 'customer') return count === 1 ? '1 order' : `${count} orders`;
  return kind === 'variant' ? amount : (statusWords[status] ?? '');
}

export function findCommand(find: DeskFind): Command {
  const { kind, record, title, note } = find;
  return {
    id: `${kind} ${kind === 'variant' ? note : record}`,
    icon: kind === 'customer' ? 'customer' : deskOfKind[kind],
    title,
    note: kind === 'list' ? (listKindOf(note)?.name ?? '') : note,
    state: stateOf(find),
    does: { kind: 'open', path: findPath(find), find },
  };
}

interface Match {
  readonly commands: readonly Command[];
  /** Whether the title of one of them begins with what was typed. */
  readonly isNamed: boolean;
}

const mostMatches = 6;

/** Every word begins a word of the title or of where it belongs; titles that begin with all of them come first. */
export function matchCommands(commands: readonly Command[], typed: string): Match {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const begins = (text: string, word: string) => ` ${text.toLowerCase()}`.includes(` ${word}`);
  const found = commands.filter(({ title, note }) =>
    words.every((word) => begins(`${title} ${note}`, word)),
  );
  const isNamed = ({ title }: Command) => title.toLowerCase().startsWith(words.join(' '));
  const sorted = [...found.filter(isNamed), ...found.filter((each) => !isNamed(each))];
  return { commands: sorted.slice(0, mostMatches), isNamed: found.some(isNamed) };
}

export interface Typed {
  /** What the database is asked for; empty where it is not asked. */
  readonly search: string;
  readonly kinds: readonly FindKind[] | undefined;
  readonly verb: OrderVerb | null;
}

/** @example readTyped('refund 10013', 'owner') // orders by 10013, to be refunded */
export function readTyped(text: string, role: DeskRole): Typed {
  const typed = text.trimStart();
  const verb = handlesOrders.includes(role)
    ? orderVerbs.find(({ verb: each }) => typed.toLowerCase().startsWith(`${each.toLowerCase()} `))
    : undefined;
  if (verb === undefined) return { search: typed.trim(), kinds: undefined, verb: null };
  const search = typed
    .slice(verb.verb.length)
    .replace(/^\s*(?:order|for)\s/i, '')
    .trim();
  return { search, kinds: ['order'], verb };
}

function verbCommand({ verb, part }: OrderVerb, find: DeskFind): Command {
  const command = findCommand(find);
  return {
    ...command,
    id: `${part} ${find.record}`,
    icon: 'action',
    title: verb === 'Refund' ? `Refund ${find.title}` : `${verb} for ${find.title}`,
    does: opens(`${findPath(find)}#${part}`),
  };
}

const findGroups: readonly { readonly title: string; readonly kinds: readonly FindKind[] }[] = [
  { title: 'Orders', kinds: ['order'] },
  { title: 'Customers', kinds: ['customer'] },
  { title: 'Products', kinds: ['product', 'variant'] },
  { title: 'Lists', kinds: ['list'] },
  { title: 'Updates', kinds: ['update'] },
];

const group = (title: string, commands: readonly Command[]): readonly CommandGroup[] =>
  commands.length === 0 ? [] : [{ title, commands }];

interface Offered {
  readonly role: DeskRole;
  readonly desks: Desks;
  readonly typed: string;
  readonly finds: readonly DeskFind[];
  readonly recent: readonly Command[];
}

/** All that is offered for what was typed; above what only sounds like it stands what it names. */
export function commandGroups(offered: Offered): readonly CommandGroup[] {
  const { role, desks, typed, finds, recent } = offered;
  const goTo = goToCommands(role, desks);
  const doing = actionCommands(role);
  const { verb, search } = readTyped(typed, role);
  if (verb !== null) {
    const fit = finds.filter(({ status }) => stageOf(status)?.[verb.holdsIn]);
    return group(
      'Actions',
      fit.map((find) => verbCommand(verb, find)),
    );
  }
  if (search === '') {
    const places = goTo.filter(({ note }) => note === '');
    return [...group('Recent', recent), ...group('Go to', places), ...group('Actions', doing)];
  }
  const own = [
    { title: 'Go to', ...matchCommands(goTo, search) },
    { title: 'Actions', ...matchCommands(doing, search) },
  ];
  const found = findGroups.map(({ title, kinds }) => {
    const of = finds
      .filter(({ kind }) => kinds.some((each) => each === kind))
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, mostMatches);
    return { title, commands: of.map(findCommand), isNamed: of[0]?.rank === 0 };
  });
  const all = [...found.filter(({ isNamed }) => isNamed), ...own.filter(({ isNamed }) => isNamed)];
  const others = [...found, ...own].filter(({ isNamed }) => !isNamed);
  return [...all, ...others].flatMap(({ title, commands }) => group(title, commands));
}
