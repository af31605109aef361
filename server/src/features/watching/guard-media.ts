import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { assert } from '../../core/app-error.ts';
import { authenticate } from '../../http/authenticate.ts';
import type { Sessions } from '../../core/sessions.ts';

const mediaPath = '/uploads/media/';

/** A player that plays sends a beat four times a minute; one that was paused for longer asks for a new address. */
const silentMs = 5 * 60_000;

/** Whether a ticket's client is still at it: neither logged out nor taken over, and its last beat minutes ago at most. */
async function isAlive(ctx: Context, ticketId: string): Promise<boolean> {
  const now = ctx.clock();
  const row = await ctx.db
    .selectFrom('play_tickets as t')
    .innerJoin('user_sessions as s', 's.id', 't.session_id')
    .select('t.id')
    .where('t.id', '=', Number(ticketId))
    .where('t.taken_over_at', 'is', null)
    .where('t.last_beat_at', '>', new Date(now.getTime() - silentMs))
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * An address given to a member's browser opens nothing in anybody else's: besides the signature, which covers these
 * parameters, the session must be that member's. Other clients send no cookies with media; their addresses last as long
 * as their ticket gets beats, for minutes at a time, and end when they log out.
 */
export function guardMedia(app: FastifyInstance, { ctx, sessions }: { ctx: Context; sessions: Sessions }): void {
  app.addHook('onRequest', async (request) => {
    if (!request.url.startsWith(mediaPath)) return;
    const { b: isBound, m: memberId, t: ticketId } = request.query as Record<string, unknown>;
    if (typeof ticketId === 'string' && /^\d{1,15}$/.test(ticketId))
      assert(await isAlive(ctx, ticketId), 'access.denied');
    if (isBound === undefined) return;
    const actor = await authenticate(request, { ctx, sessions, is_browser: true, ignores_ended_session: true });
    assert(actor?.member && String(actor.member.id) === memberId, 'access.denied');
  });
}
