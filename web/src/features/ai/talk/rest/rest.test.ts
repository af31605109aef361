import { expect, it } from 'vitest';
import { countTurn, type Sitting } from './rest.ts';

const minute = 60_000;

it('reminds after two hours without a break of a quarter of an hour, and again two hours later', () => {
  let sitting: Sitting | null = null;
  const reminders: number[] = [];
  for (let now = 0; now <= 250; now += 10) {
    const noted = countTurn(sitting, now * minute);
    sitting = noted.sitting;
    if (noted.is_long) reminders.push(now);
  }
  expect(reminders).toEqual([120, 240]);
});

it('starts anew after a break', () => {
  const long = { since: 0, last: 119 * minute };
  expect(countTurn(long, 135 * minute)).toEqual({
    sitting: { since: 135 * minute, last: 135 * minute },
    is_long: false,
  });
  expect(countTurn(long, 134 * minute).is_long).toBe(true);
});
