import type * as cards from '@kaike/shared/contracts/cards/cards';
import { obstacleAfter } from '@kaike/shared/domain/cards/card-guessing';
import { parseSecret } from '@kaike/shared/domain/cards/parse-secret';
import type { BodyOf } from '@kaike/shared/kit/contract';
import { AppError, assert } from '../../../../core/app-error.ts';
import type { CardCall } from './card-call.ts';
import { hashesOf } from '../secrets/card-secrets.ts';
import { findCard, type LookupResult, type FoundCard, type CardLookup } from './find-card.ts';

export type CardReference = BodyOf<typeof cards.previewCard>;

/** Matches no card. */
const nothing: CardLookup = { hashes: [] };

type ParsedReference = {
  lookup: CardLookup;
  /** Why it cannot be a card, for the risk page. */ miss: 'typo' | 'unknown' | null;
};

function parseReference(call: CardCall, reference: CardReference): ParsedReference {
  if (reference.card_id) return { lookup: { card_id: reference.card_id }, miss: null };
  const reading = parseSecret(reference.code ?? '');
  if ('secret' in reading) return { lookup: { hashes: hashesOf(call.ctx.secrets, reading.secret) }, miss: 'unknown' };
  // Text without a code is not a guess.
  return { lookup: nothing, miss: reading.reason === 'typo' ? 'typo' : null };
}

async function passObstacle(
  call: CardCall,
  lookup: LookupResult,
  attempt: { verify: string | null; is_shown: boolean },
): Promise<void> {
  const obstacle = obstacleAfter(lookup.member.misses);
  // A member who was shown this card has already passed.
  if (obstacle === null || attempt.is_shown) return;
  assert(obstacle !== 'blocked', 'card.blocked');
  if (!attempt.verify) throw new AppError('card.verify_required');
  assert(await call.ctx.adapters.captcha.consume(call.ctx.db, attempt.verify), 'auth.captcha_failed', {
    field: 'verify',
  });
}

export type CardMatch = LookupResult & { card: FoundCard; lookup: CardLookup };

/**
 * The card a member refers to. An unknown and a mistyped code give the same error and count as a miss; after some misses
 * a captcha is required, after more the member or the address is blocked. `isShown` recognizes a card this member was
 * shown before.
 */
export async function lookUpCard(
  call: CardCall,
  reference: CardReference,
  isShown: (match: CardMatch) => boolean = () => false,
): Promise<CardMatch> {
  const { ctx } = call;
  const now = ctx.clock();
  const { lookup, miss } = parseReference(call, reference);
  const { card, member } = await findCard(ctx.db, { member_id: call.actor.member.id, lookup, ip: call.ip, now });
  await passObstacle(
    call,
    { card, member },
    { verify: reference.verify ?? null, is_shown: card !== null && isShown({ card, member, lookup }) },
  );
  if (card) return { card, member, lookup };
  if (miss)
    await ctx.db
      .insertInto('card_misses')
      .values({ member_id: member.id, ip: call.ip, reason: miss, created_at: now })
      .execute();
  throw new AppError('card.not_found');
}
