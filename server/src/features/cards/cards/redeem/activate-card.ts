import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { secondsType } from '@kaike/shared/domain/ai/second-log';
import type * as cards from '@kaike/shared/contracts/cards/cards';
import type { CardGrant } from '@kaike/shared/domain/cards/card-grant';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import type { ResponseOf, BodyOf } from '@kaike/shared/kit/contract';
import { statement } from '../../../../db/statement.ts';
import { AppError, assert } from '../../../../core/app-error.ts';
import type { Context } from '../../../../core/context.ts';
import { secondsLedger, signLine } from '../../../commerce/ledgers/public.ts';
import type { CardCall } from './card-call.ts';
import { findCard, type LookupResult, type FoundCard } from './find-card.ts';
import { grantOf, signGrant } from './grant-card.ts';
import { lookUpCard, type CardMatch } from './guard-guessing.ts';
import { presentActivation, type CardActivation } from './present-card.ts';
import { refuseCard } from './refuse-card.ts';

type Input = Omit<BodyOf<typeof cards.redeemCard>, 'request_id'> & { idempotency_key: string };
type ActivationWrite = Pick<LookupResult, 'member'> & {
  card: FoundCard;
  grant: CardGrant;
  now: Date;
  ip: string;
  idempotency_key: string;
};
type ActivationParams = ReturnType<typeof entitlementColumns> & {
  seconds_before: number;
  txn_id: string;
  signature: Buffer;
  member_id: number;
  access_version: number;
  card_id: number;
  now: Date;
  ip: string;
  idempotency_key: string;
  ai_seconds: number;
};

/** Retries while other activations or talks of the same member interfere; in each attempt one of them succeeds. */
const maxAttempts = 60;

/** Parallel arrays of the rows to insert. */
function entitlementColumns({ grant, now }: Pick<ActivationWrite, 'grant' | 'now'>) {
  const { courses, ai_seconds: seconds } = grant;
  const ai = seconds > 0;
  return {
    kinds: [...courses.map(() => 'course'), ...(ai ? ['ai_seconds'] : [])],
    course_ids: [...courses.map(({ course }) => course.id), ...(ai ? [null] : [])],
    amounts: [...courses.map(() => null), ...(ai ? [seconds] : [])],
    starts: [...courses.map(({ start_at }) => start_at.toISOString()), ...(ai ? [now.toISOString()] : [])],
    ends: [...courses.map(({ end_at }) => end_at?.toISOString() ?? null), ...(ai ? [null] : [])],
  };
}

const secondsLine = (params: ActivationParams) => sql`noted as (
      insert into ai_second_logs (txn_id, member_id, type, delta, balance_before, balance_after, ref_type, ref_id, request_id, created_at, signature)
      select ${params.txn_id}, h.id, ${secondsType.card}::smallint, ${params.ai_seconds}::int, ${params.seconds_before}::int,
        ${params.seconds_before}::int + ${params.ai_seconds}::int, 'card', used.id, 'card:' || used.id, ${params.now}, ${params.signature}
      from used, holder h
    ),`;

/**
 * The activation: one statement, so it is atomic and takes one round trip. The card is locked first, and only if its state
 * allows it, then the member's row, and only if their access is still what the grant was computed from: cards before members, as
 * everywhere, so that no two of these wait for each other. Everything else depends on the two. Of any number of concurrent
 * callers one gets a row back. A card with AI seconds adds the balance and its line of the ledger, which is signed before: it is
 * locked only if the balance is still the one the line starts from.
 */
const activation = (hasSeconds: boolean) => (params: ActivationParams) =>
  sql`
    with locked as (
      select id from cards where id = ${params.card_id} and (state = ${cardState.issued} or (state = ${cardState.claimed} and owner_member_id = ${params.member_id}))
        and frozen_at is null and not awaits_receipt and (redeem_end_at is null or redeem_end_at >= ${params.now})
      for update
    ), holder as (
      select m.id, locked.id as card_id from locked, members m
      where m.id = ${params.member_id} ${hasSeconds ? sql`and m.ai_seconds_left = ${params.seconds_before}` : sql``}
        and m.access_version = ${params.access_version} for update of m
    ), used as (
      update cards c set state = ${cardState.activated}, owner_member_id = h.id, activated_member_id = h.id, activated_at = ${params.now}, activation_ip = ${params.ip},
        activation_request_id = ${params.idempotency_key}, version = c.version + 1, updated_at = ${params.now}
      from holder h where c.id = h.card_id
      returning c.id, c.agency_id
    ), granted as (
      insert into entitlements (member_id, kind, course_id, amount, source_type, source_id, start_at, end_at)
      select ${params.member_id}::bigint, g.kind, g.course_id, g.amount, 'card', used.id, g.start_at, g.end_at
      from used, unnest(${params.kinds}::text[], ${params.course_ids}::bigint[], ${params.amounts}::int[], ${params.starts}::timestamptz[],
        ${params.ends}::timestamptz[]) as g (kind, course_id, amount, start_at, end_at)
    ), ${hasSeconds ? secondsLine(params) : sql``} raised as (
      update members m set access_version = m.access_version + 1, activated_at = coalesce(m.activated_at, ${params.now}),
        ${hasSeconds ? sql`ai_seconds_left = m.ai_seconds_left + ${params.ai_seconds}::int,` : sql``} agency_id = coalesce(m.agency_id, used.agency_id)
      from used where m.id = ${params.member_id}
    )
    select id from used`;

const activate = statement(activation(false));
const activateWithSeconds = statement(activation(true));

/** The line of the ledger as the statement writes it. */
const lineOf = ({ member, card, grant, now }: ActivationWrite, txnId: string) => ({
  txn_id: txnId,
  member_id: member.id,
  type: secondsType.card,
  delta: grant.ai_seconds,
  balance_before: member.ai_seconds_left,
  balance_after: member.ai_seconds_left + grant.ai_seconds,
  ref_type: 'card',
  ref_id: card.id,
  request_id: `card:${card.id}`,
  created_at: now,
});

async function write({ db, secrets }: Pick<Context, 'db' | 'secrets'>, activated: ActivationWrite): Promise<boolean> {
  const { member, card, grant, now, ip, idempotency_key } = activated;
  const run = grant.ai_seconds > 0 ? activateWithSeconds : activate;
  const line = signLine(secrets, secondsLedger, lineOf(activated, randomUUID()));
  const rows = await run(db, {
    txn_id: line.txn_id,
    seconds_before: line.balance_before,
    signature: line.signature,
    ...entitlementColumns({ grant, now }),
    member_id: member.id,
    access_version: member.access_version,
    card_id: card.id,
    now,
    ip,
    idempotency_key,
    ai_seconds: grant.ai_seconds,
  });
  return rows.length === 1;
}

type StoredGrant = {
  kind: string;
  course_id: number | null;
  amount: number | null;
  start_at: Date;
  end_at: Date | null;
};

const isOwnRetry = (card: FoundCard, memberId: number, key: string): boolean =>
  card.state === cardState.activated && card.activated_member_id === memberId && card.activation_request_id === key;

/** Rebuilds the result of an earlier activation from the rows it wrote. */
async function readActivation(
  call: CardCall,
  { card, member }: LookupResult & { card: FoundCard },
): Promise<CardActivation> {
  const { rows } = await sql<StoredGrant>`select kind, course_id, amount, start_at, end_at from entitlements
    where source_type = 'card' and source_id = ${card.id} order by id`.execute(call.ctx.db);
  const byId = new Map(rows.map((row) => [row.course_id, row]));
  const courses = card.snapshot.courses.flatMap((course) => {
    const row = byId.get(course.id);
    return row ? [{ course, start_at: row.start_at, end_at: row.end_at }] : [];
  });
  const at = card.activated_at ?? call.ctx.clock();
  const seconds = rows.find((row) => row.kind === 'ai_seconds')?.amount ?? 0;
  return {
    card,
    grant: { courses, ai_seconds: seconds },
    at,
    is_first: member.activated_at?.getTime() === at.getTime(),
  };
}

function isShown(call: CardCall, match: CardMatch, signature: string): boolean {
  const now = call.ctx.clock();
  try {
    return signature === signGrant(call, { card: match.card, grant: grantOf(call, { ...match, now }) });
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Activates the card, or returns null when the member's access or the card changed since it was read. */
async function tryOnce(call: CardCall, match: CardMatch, input: Input): Promise<CardActivation | null> {
  const { card, member } = match;
  const { ctx } = call;
  if (isOwnRetry(card, member.id, input.idempotency_key)) return readActivation(call, match);
  refuseCard(call, card, 'activate');
  const now = ctx.clock();
  const grant = grantOf(call, { card, member, now });
  assert(!input.shown || input.shown === signGrant(call, { card, grant }), 'card.changed');
  const isWritten = await write(ctx, {
    card,
    member,
    grant,
    now,
    ip: call.ip,
    idempotency_key: input.idempotency_key,
  });
  if (!isWritten) return null;
  // Outside the write: a notification holds a server-wide lock until its transaction is on disk.
  if (member.activated_at === null) await ctx.bus.publish(ctx.db, `user:${call.actor.user_id}`);
  return { card, grant: { ...grant, courses: [...grant.courses] }, at: now, is_first: member.activated_at === null };
}

/** Activates a card for this member. A retry with the same idempotency key gets the same response. */
export async function activateCard(call: CardCall, input: Input): Promise<ResponseOf<typeof cards.redeemCard>> {
  const { shown: signature } = input;
  let match = await lookUpCard(
    call,
    input,
    (one) =>
      isOwnRetry(one.card, one.member.id, input.idempotency_key) ||
      (Boolean(signature) && isShown(call, one, signature ?? '')),
  );
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const activation = await tryOnce(call, match, input);
    if (activation) return presentActivation(activation);
    const again = await findCard(call.ctx.db, {
      member_id: match.member.id,
      lookup: match.lookup,
      ip: call.ip,
      now: call.ctx.clock(),
    });
    assert(again.card, 'card.not_found');
    match = { ...match, member: again.member, card: again.card };
  }
  throw new AppError('server.busy');
}
