import { broken, isBetween, isLong, type Faults } from '#desk-kit/model/desk-faults.ts';
import { numberOf, textOf, type Draft } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';

export function listFaults(list: Draft<Row<'lists'>>): Faults {
  const [opens, closes] = [textOf(list, 'opens_at'), textOf(list, 'closes_at')];
  const isWindow = opens === '' || closes === '' || Date.parse(closes) > Date.parse(opens);
  return broken([
    ['title', isLong(list, 'title', 2, 120), 'Enter 2 to 120 characters.'],
    ['closes_at', isWindow, 'Choose a time after it opens.'],
    ['capacity', (numberOf(list, 'capacity') ?? 1) >= 1, 'Enter 1 or more, or leave it empty.'],
    ['max_wins', isBetween(numberOf(list, 'max_wins'), 1, 100), 'Enter 1 to 100.'],
    [
      'pay_within_hours',
      isBetween(numberOf(list, 'pay_within_hours'), 1, 168),
      'Enter 1 to 168 hours.',
    ],
  ]);
}
