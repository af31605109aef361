import { describe, expect, it } from 'vitest';
import { approvalState } from '@kaike/shared/domain/cards/card-approval';
import { approvalSteps, type ApprovalRow } from './approval-steps.ts';

const base = {
  id: 1,
  labels: { requested_by: '小李', decided_by: '王主管' },
  created_at: '2026-11-20T01:00:00Z',
  decided_at: null,
  done_at: null,
  decided_remark: '',
};
const names = (row: Partial<ApprovalRow> & Pick<ApprovalRow, 'state'>): string[] =>
  approvalSteps({ ...base, ...row }).map((step) => step.name);
const decided = { decided_at: '2026-11-20T02:00:00Z', decided_remark: '已核对' };

describe('approvalSteps', () => {
  it.each([
    ['waits', { state: approvalState.pending }, ['asked', 'waiting']],
    ['is worked on', { state: approvalState.approved, ...decided }, ['asked', 'approved', 'working']],
    [
      'is done',
      { state: approvalState.done, ...decided, done_at: '2026-11-20T03:00:00Z' },
      ['asked', 'approved', 'done'],
    ],
    ['is declined', { state: approvalState.declined, ...decided }, ['asked', 'declined']],
    ['is withdrawn', { state: approvalState.withdrawn }, ['asked', 'withdrawn']],
    ['expires unanswered', { state: approvalState.expired }, ['asked', 'expired']],
    ['expires unused', { state: approvalState.expired, ...decided }, ['asked', 'approved', 'expired']],
  ])('%s', (_name, row, expected) => expect(names(row)).toEqual(expected));

  it('shows who decided and their note', () => {
    expect(approvalSteps({ ...base, state: approvalState.declined, ...decided })[1]).toMatchObject({
      who: '王主管',
      note: '已核对',
      at: decided.decided_at,
    });
  });
});
