/** Customers keep designs of their own, like those of others, and report one. */
import type { Customer } from './people.ts';
import type { Chance } from './random.ts';
import { customer, type Shop } from './shop.ts';
import { after, dayMs, hourMs, type Timeline } from './timeline.ts';

interface Gallery {
  readonly shop: Shop;
  readonly chance: Chance;
  readonly timeline: Timeline;
  readonly people: readonly Customer[];
  readonly now: Date;
}

const names = [
  'Rainy Tuesday',
  'Night train',
  'My first sixty',
  'Grandfather’s radio',
  'Low tide',
  'Library lamp',
  'Orchard in May',
  'Workbench',
  'Snow day',
  'Second breakfast',
  'Harvest, version 3',
  'For Mira',
];

export async function tellDesigns(gallery: Gallery): Promise<void> {
  const { shop, timeline, people, now } = gallery;
  const patterns = await shop.sql<{ design: Readonly<Record<string, unknown>> }[]>`
    select design from public.designs order by code`;
  const accounts = people.filter(({ userId }) => userId !== null);
  for (const [place, name] of names.entries()) {
    const chance = gallery.chance.own();
    const at = after(now, -chance.between(2, 110) * dayMs);
    const who = chance.one(accounts);
    const { design } = chance.one(patterns);
    const isPublic = place % 3 !== 2;
    timeline.add(at, async () => {
      const saved = await shop.call<{ readonly id: string }>(at, customer(who), 'save_design', {
        p_design: { ...design, name, visibility: isPublic ? 'public' : 'private' },
      });
      if (!isPublic) return;
      for (const fan of accounts.filter(() => chance.happens(0.12))) {
        const likedAt = after(at, chance.between(1, 40) * hourMs);
        timeline.add(likedAt, async () => {
          await shop.call(likedAt, customer(fan), 'like_design', { p_id: saved.id });
        });
      }
      if (name !== 'Harvest, version 3') return;
      const reportedAt = after(now, -20 * hourMs);
      timeline.add(reportedAt, async () => {
        await shop.call(reportedAt, customer(chance.one(accounts)), 'report_design', {
          p_id: saved.id,
          p_reason: 'This is the colourway of my own set, with its name changed.',
        });
      });
    });
  }
}
