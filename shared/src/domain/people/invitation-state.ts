import { choicesOf, type ValueIn } from '../status.ts';

/** `closed`: its agency is not active at the moment. */
export const invitationState = {
  open: 'open',
  used_up: 'used_up',
  expired: 'expired',
  closed: 'closed',
  revoked: 'revoked',
} as const;
export type InvitationState = ValueIn<typeof invitationState>;
export const invitationStateChoices = choicesOf(invitationState, {
  open: 'success',
  used_up: 'muted',
  expired: 'muted',
  closed: 'warning',
  revoked: 'danger',
});

/** The page of an invitation. */
export const invitationPath = (code: string): string => `/open/invitations/${code}`;
