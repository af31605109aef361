import type { FastifyInstance } from 'fastify';
import { agencyCookie } from '@kaike/shared/domain/agencies/agency-link';
import { agencyStatus } from '@kaike/shared/domain/people/people';
import type { Context } from '../../../core/context.ts';

/** Days for which a visitor who followed an agency's link is attributed to it. */
const creditDays = 30;

/** `/a/<code>`: stores the agency in a cookie and redirects to its invitation; an unknown code redirects to the registration. */
export function mountShortLink(app: FastifyInstance, { ctx }: { ctx: Context }): void {
  app.get<{ Params: { code: string } }>('/a/:code', async (request, reply) => {
    const { code } = request.params;
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
