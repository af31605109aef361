import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../../core/context.ts';
import { assert } from '../../../core/app-error.ts';
import { authenticate } from '../../../http/authenticate.ts';
import type { Sessions } from '../../../core/sessions/sessions.ts';

const mediaPath = '/uploads/media/';

/** A playing player sends a beat four times a minute; one paused for longer requests a new address. */
const silentMs = 5 * 60_000;

/** Whether a ticket is live: not logged out, not taken over, and with a beat in the last minutes. */
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

type MediaQuery = { b?: string; m?: string; t?: string };

/**
 * An address issued to a member's browser does not work in any other: besides the signature, which covers these
 * parameters, the session must be that member's. Other clients send no cookies with media; their addresses work while
 * their ticket receives beats, within minutes, and end on logout.
 */
export function guardMedia(app: FastifyInstance, { ctx, sessions }: { ctx: Context; sessions: Sessions }): void {
  app.addHook('onRequest', async (request: FastifyRequest<{ Querystring: MediaQuery }>) => {
    if (!request.url.startsWith(mediaPath)) return;
    const { b: isBound, m: memberId, t: ticketId } = request.query;
    if (typeof ticketId === 'string' && /^\d{1,15}$/.test(ticketId))
      assert(await isAlive(ctx, ticketId), 'access.denied');
    if (isBound === undefined) return;
    const actor = await authenticate(request, { ctx, sessions, is_browser: true, ignores_ended_session: true });
    assert(actor?.member && String(actor.member.id) === memberId, 'access.denied');
  });
}
