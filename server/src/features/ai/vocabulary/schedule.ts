import { createEmptyCard, fsrs, generatorParameters, Rating, type Card, type CardInput, type Grade } from 'ts-fsrs';
import type { WordRating } from '@kaike/shared/domain/ai/word-state';

/** Without fuzz: the same review always gives the same day. */
const scheduler = fsrs(generatorParameters({ enable_fuzz: false, maximum_interval: 365 }));

const grades: readonly Grade[] = [Rating.Again, Rating.Hard, Rating.Good, Rating.Easy];

/** A card as it is stored: JSON. */
export type ScheduledCard = Omit<CardInput, 'due' | 'last_review'> & { due: string; last_review?: string | null };

const toStored = (card: Card): ScheduledCard => ({
  ...card,
  due: card.due.toISOString(),
  last_review: card.last_review?.toISOString() ?? null,
});

export const newCard = (now: Date): ScheduledCard => toStored(createEmptyCard(now));

/** The card after a review. */
export function reviewCard(
  card: ScheduledCard,
  rating: WordRating,
  now: Date,
): { card: ScheduledCard; due_at: Date; state: number } {
  const { card: next } = scheduler.next(card, now, rating as Grade);
  return { card: toStored(next), due_at: next.due, state: next.state };
}

/** Seconds until the card would be due after each rating. */
export function intervalsOf(card: ScheduledCard, now: Date): number[] {
  return grades.map((grade) =>
    Math.round((scheduler.next(card, now, grade).card.due.getTime() - now.getTime()) / 1000),
  );
}
