import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { assert } from '../../http/app-error.ts';
import { authenticate } from '../../http/authenticate.ts';
import type { Sessions } from '../../http/sessions.ts';

const mediaPath = '/uploads/media/';

/**
 * An address given to a learner's browser opens nothing in anybody else's: besides the signature, which covers these
 * parameters, the session must be that learner's. Other clients send no cookies with media; theirs carry no `b`.
 */
export function guardMedia(app: FastifyInstance, { ctx, sessions }: { ctx: Context; sessions: Sessions }): void {
  app.addHook('onRequest', async (request) => {
    if (!request.url.startsWith(mediaPath)) return;
    const { b: isBound, m: memberId } = request.query as Record<string, unknown>;
    if (isBound === undefined) return;
    const actor = await authenticate(request, { ctx, sessions, is_browser: true, ignores_ended_session: true });
    assert(actor?.member && String(actor.member.id) === memberId, 'access.denied');
  });
}
