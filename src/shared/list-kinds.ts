// Generated from the schema by `npm run db:change`: never edited by hand.
export const listKinds = {
  raffle: {
    name: 'Raffle',
    key: 'Enter this raffle',
    mail: 'You have entered the raffle',
    news: 'Raffle open',
    isDrawn: true,
    isVote: false,
  },
  waiting_list: {
    name: 'Waiting list',
    key: 'Join the waiting list',
    mail: 'You are on the waiting list',
    news: 'Waiting list open',
    isDrawn: false,
    isVote: false,
  },
  interest_check: {
    name: 'Interest check',
    key: 'I’d buy one',
    mail: 'We counted your vote',
    news: 'Interest check open',
    isDrawn: false,
    isVote: true,
  },
} as const;
