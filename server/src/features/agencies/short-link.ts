import type { FastifyInstance } from 'fastify';
import { agencyCookie } from '@kaike/shared/domain/agency-link';
import { agencyStatus } from '@kaike/shared/domain/people';
import type { Context } from '../../context.ts';

/** Days a visitor who followed an agency's link counts as brought by it. */
const creditDays = 30;

/** `/a/<code>`: remembers the agency in a cookie and goes on to its invitation; an unknown code leads to the registration. */
export function mountShortLink(app: FastifyInstance, { ctx }: { ctx: Context }): void {
  app.get('/a/:code', async (request, reply) => {
    const { code } = request.params as { code: string };
    const agency = await ctx.db
      .selectFrom('agencies')
      .select('code')
      .where((eb) => eb(eb.fn('lower', ['code']), '=', code.toLowerCase()))
      .where('status', '=', agencyStatus.active)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (agency) {
      void reply.setCookie(agencyCookie, agency.code, {
        path: '/',
        maxAge: creditDays * 86_400,
        sameSite: 'lax',
        httpOnly: true,
        secure: request.protocol === 'https',
      });
    }
    return reply
      .header('Cache-Control', 'no-store')
      .redirect(agency ? `/open/agencies/${encodeURIComponent(agency.code)}` : '/open/register');
  });
}
