import { invitationState } from '../../domain/people/invitation-state.ts';
import { contract } from '../../kit/contract.ts';
import { s } from '../../kit/schema.ts';
import { codeChannels } from '../auth/auth.ts';

/** What the link of an invitation leads to; null when there is no such link. */
export const getInvitation = contract({
  method: 'GET',
  path: '/open/invitations/:code',
  response: s.object({
    school: s.string(),
    invitation: s.nullable(
      s.object({
        state: s.literal(...Object.values(invitationState)),
        /** The agency that invites; null is the school. */
        agency: s.nullable(s.string()),
        expires_at: s.time(),
        /** How the person proves a number or mailbox; without any, a user name and a password suffice. */
        channels: codeChannels,
      }),
    ),
  }),
});
