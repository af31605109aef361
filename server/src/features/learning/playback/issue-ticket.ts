import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../../core/context.ts';
import { hashToken, makeToken } from '../../../core/secrets.ts';
import { lockUntilCommit } from '../../../db/hidden-names.ts';

/** A ticket and its addresses are valid for the length of the lesson plus this many seconds. */
const graceSeconds = 600;
/** No look-alikes: codes are read aloud and typed from a picture. */
const traceSymbols = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const traceLength = 6;

type TicketRequest = {
  member_id: number;
  lesson_id: number;
  session_id: number;
  entitlement_id: number | null;
  /** Seconds of the lesson this ticket covers. */
  length_sec: number;
  is_preview: boolean;
  /** When the right to watch ends; null means never. */
  end_at: Date | null;
};

export type Ticket = { id: number; ticket: string; trace_code: string; expires_at: Date };

const makeTraceCode = (): string =>
  Array.from({ length: traceLength }, () => traceSymbols.charAt(randomInt(traceSymbols.length))).join('');

/** Issues the member's single live ticket and ends the previous one. Of two concurrent requests the later wins. */
export async function issueTicket(ctx: Context, { length_sec, end_at, ...request }: TicketRequest): Promise<Ticket> {
  const now = ctx.clock();
  const lessonEnd = now.getTime() + (length_sec + graceSeconds) * 1000;
  const issued = {
    ticket: makeToken(),
    trace_code: makeTraceCode(),
    expires_at: new Date(Math.min(lessonEnd, end_at?.getTime() ?? Infinity)),
  };
  return ctx.db.transaction().execute(async (trx) => {
    // Not the member's row: beats lock their ticket first and the member second.
    await lockUntilCommit(trx, `play:${request.member_id}`);
    await sql`update play_tickets set taken_over_at = ${now} where member_id = ${request.member_id} and taken_over_at is null`.execute(
      trx,
    );
    const { id } = await trx
      .insertInto('play_tickets')
      .values({
        ...request,
        ticket_hash: hashToken(issued.ticket),
        trace_code: issued.trace_code,
        expires_at: issued.expires_at,
        last_beat_at: now,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, ...issued };
  });
}
