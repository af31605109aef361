import { cartonActions, cartonState, cartonStateChoices } from '../../domain/cards/carton-state.ts';
import { field } from '../../kit/field.ts';
import { defineResource, type Condition } from '../../kit/resource.ts';

const reason = field.reason();
const whenCarton = (action: keyof typeof cartonActions): readonly Condition[] => [
  { field: 'state', in: cartonActions[action].from },
];

/** Cartons of printed cards shipped to sellers; created by splitting a batch. */
export const cardCartons = defineResource({
  name: 'card-cartons',
  table: 'card_cartons',
  area: 'admin',
  menu: { root: 'trade', icon: 'package', sort: 15 },
  only: ['list', 'show', 'export'],
  title: 'scan_code',
  scope: 'own_agency',
  // A carton is voided, never deleted.
  hard_delete: true,
  fields: {
    id: field.id(),
    carton_no: field.integer({ read_only: true }),
    /** Printed on its label as text and QR code. */
    scan_code: field.text({ read_only: true }),
    batch_id: field.relation({ resource: 'card-batches', read_only: true }),
    agency_id: field.relation({ resource: 'agencies', nullable: true, read_only: true }),
    first_no: field.text({ read_only: true }),
    last_no: field.text({ read_only: true }),
    card_count: field.integer({ read_only: true }),
    missing_count: field.integer({ read_only: true }),
    state: field.choice(cartonStateChoices, { read_only: true, initial: cartonState.packed }),
    tracking_no: field.text({ read_only: true }),
    shipped_at: field.date_time({ nullable: true, read_only: true }),
    received_at: field.date_time({ nullable: true, read_only: true }),
    received_by: field.relation({ resource: 'users', nullable: true, read_only: true }),
    lost_at: field.date_time({ nullable: true, read_only: true }),
    remark: field.text({ read_only: true }),
    created_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: [
      'scan_code',
      'batch_id',
      'carton_no',
      'state',
      'card_count',
      'missing_count',
      'first_no',
      'last_no',
      'agency_id',
      'tracking_no',
      'received_at',
    ],
    filters: ['batch_id', 'agency_id', 'state', 'received_at', 'created_at'],
    search: ['scan_code', 'tracking_no'],
    sort: ['id', 'received_at'],
    quick_edit: ['remark'],
    copy: ['scan_code'],
    views: [
      { key: 'lost', where: [{ field: 'state', in: [cartonState.lost] }] },
      { key: 'shipped', where: [{ field: 'state', in: [cartonState.shipped] }] },
    ],
    summary: ['card_count', 'missing_count'],
    default_sort: '-id',
  },
  status: { field: 'state', primary_when: { ship: cartonActions.ship.from, find: cartonActions.find.from } },
  transfer: {
    export: [
      'id',
      'scan_code',
      'batch_id',
      'carton_no',
      'first_no',
      'last_no',
      'card_count',
      'missing_count',
      'agency_id',
      'state',
      'tracking_no',
      'shipped_at',
      'received_at',
      'received_by',
      'lost_at',
      'remark',
      'created_at',
    ],
  },
  has_remark_action: true,
  actions: {
    ship: {
      method: 'PUT',
      by_token: true,
      on: 'rows',
      when: whenCarton('ship'),
      fields: { tracking_no: field.text({ rules: 'max:50' }) },
    },
    /** Its cards are frozen until it is found. */
    lose: {
      method: 'PUT',
      by_token: true,
      on: 'rows',
      danger: true,
      undo_action: 'find',
      when: whenCarton('lose'),
      fields: { reason },
    },
    find: { method: 'PUT', by_token: true, on: 'rows', when: whenCarton('find'), fields: { reason } },
    void: {
      method: 'PUT',
      by_token: true,
      on: 'rows',
      single_row: true,
      danger: true,
      undo_action: null,
      when: whenCarton('void'),
      fields: { reason },
    },
  },
  /** `split` a batch; `receive`: scan in, report missing cards and undo a scan. */
  permissions: ['split', 'receive'],
});
