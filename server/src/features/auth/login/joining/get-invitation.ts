import type * as invitations from '@kaike/shared/contracts/people/invitations';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { CallOf } from '../../../../core/call.ts';
import { respond, type HttpReply } from '../../../../core/respond.ts';
import { findInvitation } from '../../../people/invitations/public.ts';
import { codeChannels } from '../codes/code-channels.ts';

type View = ResponseOf<typeof invitations.getInvitation>;

/** Describes an invitation to whoever has its link. */
export async function getInvitation({
  ctx,
  params,
}: CallOf<typeof invitations.getInvitation>): Promise<HttpReply<View>> {
  const school = await ctx.settings.get('school_name');
  const row = await findInvitation(ctx, params.code);
  const invitation = row && {
    state: row.state,
    agency: row.agency,
    expires_at: row.expires_at.toISOString(),
    channels: await codeChannels(ctx, 'register'),
  };
  return respond({ school, invitation }, { headers: { 'X-Robots-Tag': 'noindex' } });
}
