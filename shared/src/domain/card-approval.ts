import { choicesOf, type ValueIn } from './status.ts';

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

/** What may need a second person. The first two work on cards one by one, the next two on the batch, the last let one person take secrets out. */
export const approvalActions = [
  'void-cards',
  'replace-cards',
  'redate-batch',
  'void-batch',
  'export-secrets',
  'print',
] as const;
export type ApprovalAction = (typeof approvalActions)[number];

/** An unanswered request is over after this time, and so is a permission to export that nobody used. */
export const approvalHours = 24;

export type ApprovalFacts = { readonly state: ApprovalState; readonly requested_by: number; readonly expires_at: Date };
export type Decision = 'approve' | 'decline' | 'withdraw';

/** Why this person may not decide so, or null: somebody else decides, only the requester withdraws, once and in time. */
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

/** Whether so many cards at once need a second person; a limit of 0 is never. */
export function needsApproval(count: number, limit: number): boolean {
  return limit > 0 && count > limit;
}
