import type * as cards from '@kaike/shared/contracts/cards/cards';
import { latestEnd, type CardGrant, type CourseGrant } from '@kaike/shared/domain/cards/card-grant';
import { cardState, shownStatus } from '@kaike/shared/domain/cards/card-state';
import type { ProductSnapshot } from '@kaike/shared/domain/commerce/product-snapshot';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { FoundCard } from './find-card.ts';

type WithEnd = { end_at: Date | null };

/** When all access ends; null while one course is permanent. */
export function presentEnd(courses: readonly WithEnd[], aiSeconds: number) {
  const isPermanent = courses.some((course) => course.end_at === null);
  return {
    ai_seconds: aiSeconds,
    end_at: isPermanent ? null : (latestEnd(courses)?.toISOString() ?? null),
    is_permanent: isPermanent,
  };
}

const presentProduct = ({ title, intro, cover }: ProductSnapshot) => ({ title, intro, cover });

type GrantedCourse = Pick<CourseGrant, 'course' | 'start_at' | 'end_at'>;

function presentCourse({ course, start_at, end_at }: GrantedCourse) {
  const { id, title, cover, cover_style = '', lesson_count, duration_sec } = course;
  const dates = { start_at: start_at.toISOString(), end_at: end_at?.toISOString() ?? null };
  return { id, title, cover, cover_style, lesson_count, duration_sec, ...dates };
}

export function presentPreview(
  card: FoundCard,
  preview: { grant: CardGrant; signature: string; now: Date },
): ResponseOf<typeof cards.previewCard> {
  const { grant, signature, now } = preview;
  return {
    card: {
      id: card.id,
      card_no: card.card_no,
      secret_last4: card.secret_last4,
      status: shownStatus(card, now),
      redeem_end_at: card.redeem_end_at?.toISOString() ?? null,
      is_claimed: card.state === cardState.claimed,
    },
    product: presentProduct(card.snapshot),
    courses: grant.courses.map((one) => ({
      ...presentCourse(one),
      effect: one.effect,
      is_held_forever: one.current_end === 'permanent',
      current_end_at: one.current_end instanceof Date ? one.current_end.toISOString() : null,
    })),
    ...presentEnd(grant.courses, grant.ai_seconds),
    adds_nothing: grant.ai_seconds === 0 && grant.courses.every(({ effect }) => effect === 'none'),
    shown: signature,
  };
}

/** What activation granted; a retry rebuilds it from the stored rows. */
export type CardActivation = {
  card: FoundCard;
  grant: Pick<CardGrant, 'ai_seconds'> & { courses: GrantedCourse[] };
  at: Date;
  is_first: boolean;
};

export function presentActivation({ card, grant, at, is_first }: CardActivation): ResponseOf<typeof cards.redeemCard> {
  return {
    mode: 'activate',
    card: { id: card.id, card_no: card.card_no, secret_last4: card.secret_last4, status: 'activated' },
    product: presentProduct(card.snapshot),
    courses: grant.courses.map(presentCourse),
    ...presentEnd(grant.courses, grant.ai_seconds),
    activated_at: at.toISOString(),
    is_first,
  };
}

export function presentClaim(card: FoundCard, now: Date): ResponseOf<typeof cards.redeemCard> {
  return {
    mode: 'claim',
    card: {
      id: card.id,
      card_no: card.card_no,
      secret_last4: card.secret_last4,
      status: shownStatus({ ...card, state: cardState.claimed }, now),
    },
    product: presentProduct(card.snapshot),
    courses: [],
    ai_seconds: card.snapshot.ai_seconds,
    end_at: null,
    is_permanent: false,
    activated_at: null,
    is_first: false,
  };
}
