/** What the mails about raffles, waiting lists and interest checks say. Names of others are in none. */
import { listKindOf } from '../../../../../src/shared/list-kind.ts';
import { listKinds } from '../../../../../src/shared/list-kinds.ts';
import type { MailContent } from '../mail-content.ts';
import type { MailFields } from '../mail-fields.ts';

const listPage = (list: MailFields) => list.page('/user');
const title = (list: MailFields) => list.text('list_title') || 'the list';

const joined = (list: MailFields): MailContent => {
  const closes = list.moment('closes_at');
  const hours = list.count('pay_within_hours');
  const { mail, isDrawn, isVote } = listKindOf(list.text('kind')) ?? listKinds.waiting_list;
  const turn = isDrawn ? 'If you win' : 'When it is your turn';
  return {
    subject: `${mail}: ${title(list)}`,
    preview: closes === '' ? 'Nothing to pay.' : `It closes on ${closes}.`,
    heading: isVote
      ? `You voted in “${title(list)}”.`
      : isDrawn
        ? `You have entered “${title(list)}”.`
        : `${mail} for “${title(list)}”.`,
    paragraphs: [
      closes === ''
        ? 'We’ll e-mail you when it is your turn. Until then you don’t need to do or pay anything.'
        : `It closes on ${closes}. Until then you can change your choices or withdraw.`,
      ...(isVote
        ? ['A vote is free and doesn’t commit you to buying.']
        : hours > 0
          ? [`${turn}, you have ${hours} hours to buy. You don’t pay until then.`]
          : []),
    ],
    action: { label: 'See your place', url: listPage(list) },
    ...(list.text('entry_id') === ''
      ? {}
      : {
          footnote: `Your entry number is ${list.text('entry_id')}. The draw uses it instead of your name.`,
        }),
  };
};

const frozen = (list: MailFields): MailContent => ({
  subject: `Entries are closed for ${title(list)}: the draw comes next`,
  preview: 'Keep this e-mail: it proves that no entry was changed later.',
  heading: `${title(list)} is closed.`,
  paragraphs: [
    'Keep this e-mail: it proves that nothing was changed later. The entries are now fixed, and we sent this before the random numbers for the draw were known.',
  ],
  facts: (
    [
      ['Entries', list.text('entry_count')],
      ['Hash of all entries (SHA-256)', list.text('entries_hash')],
      ['Your entry', list.text('entry_id')],
      ['Beacon round (drand quicknet)', list.text('beacon_round')],
      ['Round time', list.moment('round_comes_at')],
    ] as const
  ).filter(([, value]) => value !== ''),
  action: { label: 'Follow the draw', url: listPage(list) },
});

function goods(offer: MailFields): string {
  const both = [offer.text('product_title'), offer.text('variant_title')];
  return both.filter((part) => part !== '').join(', ') || title(offer);
}

function rightToBuy(offer: MailFields, subject: string, heading: string): MailContent {
  const until = offer.moment('expires_at');
  return {
    subject,
    preview: until === '' ? 'You can buy it now.' : `You can buy it until ${until}.`,
    heading,
    paragraphs: [
      `${goods(offer)} is held for you${until === '' ? '' : ` until ${until}`}. Add it to your cart and order by then. After that it goes to the next in line.`,
      ...(offer.count('rank') > 0
        ? [`Your rank in “${title(offer)}” is ${offer.count('rank')}.`]
        : []),
    ],
    action: { label: 'Accept offer', url: listPage(offer) },
    footnote:
      'Don’t want it any more? Decline it on the same page so that someone else can have it.',
  };
}

export const listMails = {
  list_joined: joined,
  list_frozen: frozen,
  won: (offer: MailFields) =>
    rightToBuy(offer, `You won: ${goods(offer)}`, 'You won. Congratulations!'),
  offer: (offer: MailFields) =>
    rightToBuy(offer, `It is your turn: ${goods(offer)}`, 'It is your turn.'),
} as const satisfies Readonly<Record<string, (fields: MailFields) => MailContent>>;
