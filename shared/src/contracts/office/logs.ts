import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

const change = s.object({
  key: s.string(),
  label: s.string(),
  before: s.nullable(s.string()),
  after: s.nullable(s.string()),
  /** Whether the previous value can be restored: the field is writable and contains no secret or money. */
  can_restore: s.boolean(),
});
const entry = s.object({
  id: s.integer(),
  created_at: s.time(),
  operator: s.string(),
  action: s.string(),
  reason: s.string(),
  ip: s.nullable(s.string()),
  request_id: s.nullable(s.string()),
  changes: s.array(change),
  /** Personal data in it was erased with the person's account. */
  is_erased: s.boolean(),
});
export type LogHistoryEntry = SchemaValue<typeof entry>;

/** The history of one record, latest first; `before_id` returns older entries. */
export const getRecordHistory = contract({
  method: 'GET',
  path: '/admin/logs/history',
  query: {
    resource: field.text({ rules: 'required|max:100' }),
    record_id: field.text({ rules: 'required|max:50' }),
    before_id: field.integer(),
  },
  response: s.object({ data: s.array(entry), has_more: s.boolean() }),
});

/** Actions that occur in the log, as filter options. The same label may stand for different actions of different resources. */
export const listLoggedActions = contract({
  method: 'GET',
  path: '/admin/logs/actions',
  response: s.object({ data: s.array(s.object({ value: s.string(), label: s.string() })) }),
});

/** Restores the previous value of a field, as a new change to the record. */
export const restoreField = contract({
  method: 'POST',
  path: '/admin/logs/:id/restore',
  body: { field: field.text({ rules: 'required|max:100' }) },
  response: s.object({ id: s.integer() }),
});

/** A ledger beside the log: how many of its lines are sealed, and how many findings there are. */
const ledger = s.object({
  name: s.literal('quota', 'seconds'),
  seals: s.integer(),
  sealed: s.integer(),
  /** Lines that were there before sealing began. */
  opening: s.integer(),
  findings: s.integer(),
});

const chain = s.object({
  state: s.literal('never', 'running', 'intact', 'broken'),
  /** Every entry up to this id is unaltered. */
  checked_id: s.integer(),
  checked: s.integer(),
  total: s.integer(),
  broken_id: s.nullable(s.integer()),
  /** The result for each ledger; empty until the check has reached them. */
  ledgers: s.array(ledger),
  started_at: s.nullable(s.time()),
  finished_at: s.nullable(s.time()),
});
export type ChainCheck = SchemaValue<typeof chain>;

export const getChainCheck = contract({ method: 'GET', path: '/admin/logs/chain', response: chain });
export const startChainCheck = contract({ method: 'POST', path: '/admin/logs/chain', response: chain });
