/** What a badge says by its colour. */
export type Tone = 'plain' | 'open' | 'good' | 'waiting' | 'bad';
