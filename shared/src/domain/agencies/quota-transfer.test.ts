import { describe, expect, it } from 'vitest';
import { transferOptions, transferState } from './quota-transfer.ts';

const until = new Date('2026-03-05T08:10:00Z');
const before = new Date('2026-03-05T08:09:59Z');

describe('transferOptions', () => {
  it.each([
    [transferState.waiting, before, true, true],
    [transferState.waiting, until, true, true],
    [transferState.accepted, before, false, true],
    [transferState.accepted, until, false, false],
    [transferState.declined, before, false, false],
    [transferState.withdrawn, before, false, false],
    [transferState.taken_back, before, false, false],
  ])('state %i at %s', (state, now, answer, undo) => {
    expect(transferOptions({ state, undo_until: until }, now)).toEqual({ may_answer: answer, may_undo: undo });
  });
});
