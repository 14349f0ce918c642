/** What the mails about raffles, waiting lists and interest checks say. Names of others are in none. */
import type { MailContent } from '../mail-content.ts';
import type { MailFields } from '../mail-fields.ts';

const listPage = (list: MailFields) => list.page('/user');
const title = (list: MailFields) => list.text('list_title') || 'the list';

const joined = (list: MailFields): MailContent => {
  const closes = list.moment('closes_at');
  const hours = list.count('pay_within_hours');
  const kind = list.text('kind');
  const isVote = kind === 'interest_check';
  const turn = kind === 'raffle' ? 'If you win' : 'When it is your turn';
  return {
    subject: `${isVote ? 'Your vote counts' : 'You are on the list'}: ${title(list)}`,
    preview: closes === '' ? 'Nothing to pay.' : `It closes ${closes}.`,
    heading: isVote ? `You voted in ${title(list)}` : `You are on the list for ${title(list)}.`,
    paragraphs: [
      closes === ''
        ? 'We write when it is your turn. Until then there is nothing to do and nothing to pay.'
        : `It closes ${closes}. Until then you can change your choices or leave.`,
      ...(isVote
        ? ['A vote is free and doesn’t commit you to buy.']
        : hours > 0
          ? [`${turn}, you have ${hours} hours to buy. You pay only then.`]
          : []),
    ],
    action: { label: 'See your place', url: listPage(list) },
    ...(list.text('entry_id') === ''
      ? {}
      : {
          footnote: `Your entry's number is ${list.text('entry_id')}. It is what the draw knows of you.`,
        }),
  };
};

const frozen = (list: MailFields): MailContent => ({
  subject: `Closed, and fixed before the draw: ${title(list)}`,
  preview: 'Keep this mail: it proves that no entry was changed afterwards.',
  heading: `${title(list)} is closed.`,
  paragraphs: [
    'The entries are fixed from now on. This mail reached you before the public randomness that decides exists, so keep it: with it you can prove that nothing was changed afterwards.',
  ],
  facts: (
    [
      ['Entries', list.text('entry_count')],
      ['Fingerprint of all entries (SHA-256)', list.text('entries_hash')],
      ['Your entry', list.text('entry_id')],
      ['Deciding round (drand quicknet)', list.text('beacon_round')],
      ['It comes', list.moment('round_comes_at')],
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
    preview: until === '' ? 'Yours to buy.' : `Yours to buy until ${until}.`,
    heading,
    paragraphs: [
      `${goods(offer)} is held for you${until === '' ? '' : ` until ${until}`}. Put it into your cart and order it by then; afterwards it goes to the next in line.`,
      ...(offer.count('rank') > 0
        ? [`Your rank in ${title(offer)} is ${offer.count('rank')}.`]
        : []),
    ],
    action: { label: 'Take it', url: listPage(offer) },
    footnote: 'You don’t want it any more? Decline it on the same page, and someone else is glad.',
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
