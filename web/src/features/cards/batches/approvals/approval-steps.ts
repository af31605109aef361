import type { cardApprovals } from '@kaike/shared/resources/cards/card-approvals';
import { approvalState, type ApprovalState } from '@kaike/shared/domain/cards/card-approval';
import type { ShownRowOf } from '../../../../kit/resource-view.ts';

/** What the steps follow from. */
export type ApprovalRow = Pick<
  ShownRowOf<typeof cardApprovals>,
  'state' | 'created_at' | 'decided_at' | 'done_at' | 'decided_remark' | 'labels'
>;

export type ApprovalStep = {
  name: 'asked' | 'approved' | 'declined' | 'withdrawn' | 'expired' | 'done' | 'waiting' | 'working';
  at: string | null;
  who: string;
  note: string;
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const labelOf = (row: ApprovalRow, key: 'requested_by' | 'decided_by'): string => text(row.labels?.[key]);
const last: Record<ApprovalState, ApprovalStep['name'] | null> = {
  [approvalState.pending]: 'waiting',
  [approvalState.approved]: 'working',
  [approvalState.declined]: null,
  [approvalState.withdrawn]: 'withdrawn',
  [approvalState.done]: 'done',
  [approvalState.expired]: 'expired',
};

/** The steps of a request, oldest first. */
export function approvalSteps(row: ApprovalRow): ApprovalStep[] {
  const { state } = row;
  const steps: ApprovalStep[] = [
    { name: 'asked', at: text(row.created_at), who: labelOf(row, 'requested_by'), note: '' },
  ];
  if (row.decided_at) {
    steps.push({
      name: state === approvalState.declined ? 'declined' : 'approved',
      at: text(row.decided_at),
      who: labelOf(row, 'decided_by'),
      note: text(row.decided_remark),
    });
  }
  const end = last[state];
  if (end) steps.push({ name: end, at: end === 'done' ? text(row.done_at) || null : null, who: '', note: '' });
  return steps;
}
