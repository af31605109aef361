import { riskRules, riskState, riskStateChoices } from '../../domain/cards/card-risk.ts';
import { field } from '../../kit/field.ts';
import { defineResource, type Condition } from '../../kit/resource.ts';

const open: Condition = { field: 'state', in: [riskState.open] };
const reason = field.reason();

/** Risks detected by the card rules, each with its evidence, for a person to decide. */
export const cardRisks = defineResource({
  name: 'card-risks',
  table: 'card_risks',
  area: 'admin',
  menu: { root: 'trade', icon: 'shield-alert', sort: 36 },
  only: ['list', 'show', 'export'],
  title: 'id',
  scope: 'school_only',
  hard_delete: true,
  fields: {
    id: field.id(),
    rule: field.choice(
      riskRules.map((value) => ({ value, key: value })),
      { read_only: true },
    ),
    member_id: field.relation({ resource: 'members', nullable: true, read_only: true }),
    agency_id: field.relation({ resource: 'agencies', nullable: true, read_only: true }),
    ip: field.text({ nullable: true, read_only: true }),
    score: field.integer({ read_only: true }),
    evidence: field.json({ read_only: true }),
    state: field.choice(riskStateChoices, { read_only: true, initial: riskState.open }),
    response: field.text({ read_only: true }),
    changed_count: field.integer({ read_only: true }),
    reason: field.text({ read_only: true }),
    decided_by: field.relation({ resource: 'users', nullable: true, read_only: true }),
    decided_at: field.date_time({ nullable: true, read_only: true }),
    first_at: field.date_time({ read_only: true }),
    last_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: ['rule', 'score', 'member_id', 'agency_id', 'ip', 'state', 'reason', 'decided_by', 'first_at', 'last_at'],
    filters: ['state', 'rule', 'member_id', 'agency_id', 'last_at'],
    sort: ['id', 'score', 'last_at'],
    views: [{ key: 'open', where: [{ field: 'state', in: [riskState.open] }], todo: 'danger', since: 'first_at' }],
    default_sort: '-last_at',
  },
  status: { field: 'state', primary_when: { dismiss: [riskState.open] } },
  transfer: {
    export: [
      'id',
      'rule',
      'score',
      'member_id',
      'agency_id',
      'ip',
      'state',
      'response',
      'changed_count',
      'reason',
      'decided_by',
      'decided_at',
      'first_at',
      'last_at',
    ],
  },
  actions: {
    'freeze-cards': {
      method: 'PUT',
      by_token: true,
      on: 'rows',
      danger: true,
      undo_action: 'cards.unfreeze',
      when: [open],
      fields: { reason },
    },
    'stop-member': {
      method: 'PUT',
      by_token: true,
      on: 'rows',
      danger: true,
      undo_action: 'members.effective',
      when: [open],
      fields: { reason },
    },
    dismiss: { method: 'PUT', by_token: true, on: 'rows', when: [open], fields: { reason } },
  },
});
