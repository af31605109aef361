import { choicesOf, type ValueIn } from '../status.ts';

export const approvalState = { pending: 1, approved: 2, declined: 3, withdrawn: 4, done: 5, expired: 6 } as const;
export type ApprovalState = ValueIn<typeof approvalState>;
export const approvalStateChoices = choicesOf(approvalState, {
  pending: 'warning',
  approved: 'info',
  declined: 'danger',
  withdrawn: 'muted',
  done: 'success',
  expired: 'muted',
});

/** Actions that may need a second person. The first two act on single cards, the next two on a batch, the last two let one person export secrets. */
export const approvalActions = [
  'void-cards',
  'replace-cards',
  'redate-batch',
  'void-batch',
  'export-secrets',
  'print',
] as const;
export type ApprovalAction = (typeof approvalActions)[number];

/** Hours after which an undecided request expires, and so does an unused permission to export. */
export const approvalHours = 24;

export type ApprovalFacts = { readonly state: ApprovalState; readonly requested_by: number; readonly expires_at: Date };
export type Decision = 'approve' | 'decline' | 'withdraw';

/** Why this person may not make the decision, or null. Only others approve or decline, only the requester withdraws, and only while the request is open. */
export function decisionRefusal(
  decision: Decision,
  approval: ApprovalFacts,
  by: { user_id: number; now: Date },
): 'state' | 'self' | 'actor' | null {
  const isOpen = approval.state === approvalState.pending && approval.expires_at.getTime() > by.now.getTime();
  if (!isOpen) return 'state';
  const isOwn = approval.requested_by === by.user_id;
  if (decision === 'withdraw') return isOwn ? null : 'actor';
  return isOwn ? 'self' : null;
}

/** Whether this many cards at once need a second person; a limit of 0 means never. */
export function needsApproval(count: number, limit: number): boolean {
  return limit > 0 && count > limit;
}
