import { batchActions, batchEdits, batchState, batchStateChoices } from '../../domain/cards/batch-state.ts';
import { field } from '../../kit/field.ts';
import { defineResource, type Condition } from '../../kit/resource.ts';

const rules = { ...batchActions, ...batchEdits };
const whenBatch = (action: keyof typeof rules): readonly Condition[] => [{ field: 'state', in: rules[action].from }];

/** Batches of cards: product, count, agency and redemption period. */
export const cardBatches = defineResource({
  name: 'card-batches',
  table: 'card_batches',
  area: 'admin',
  menu: { root: 'trade', icon: 'layers', sort: 10 },
  only: ['list', 'show', 'create', 'update', 'export'],
  title: 'name',
  scope: 'own_agency',
  fields: {
    id: field.id(),
    batch_no: field.text({ read_only: true }),
    name: field.text({ rules: 'required|max:100' }),
    product_id: field.relation({ resource: 'products', rules: 'required', read_only: 'update' }),
    /** Empty: the default theme. */
    theme_id: field.relation({ resource: 'card-themes', nullable: true, read_only: 'update' }),
    /** The agency whose quota is charged; empty for the school's own cards. */
    agency_id: field.relation({ resource: 'agencies', nullable: true, read_only: 'update' }),
    /** Capitals only, because digits follow it in the card number. */
    prefix: field.text({ rules: ['required', 'regex:^[A-Z]{2,6}$'], read_only: 'update', initial: 'KK' }),
    quantity: field.integer({ rules: 'required|integer|between:1,100000', read_only: 'update', initial: 100 }),
    redeem_start_at: field.date_time({ nullable: true, read_only: 'update' }),
    redeem_end_at: field.date_time({ nullable: true, read_only: 'update', day_bound: 'end' }),
    issue_on_made: field.boolean({ read_only: 'update', initial: false }),
    /** Cards can only be redeemed after their carton has been scanned in. */
    redeem_on_receipt: field.boolean({ read_only: 'update', initial: false }),
    made_count: field.integer({ read_only: true }),
    /** Counted once a minute; the batch's own page counts immediately. */
    activated_count: field.integer({ read_only: true }),
    state: field.choice(batchStateChoices, { read_only: true, initial: batchState.making }),
    /** `issue` or `void` while a job processes the cards, otherwise empty. */
    moving: field.text({ read_only: true }),
    remark: field.text({ rules: 'max:200', initial: '' }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: [
      'batch_no',
      'name',
      'product_id',
      'agency_id',
      'quantity',
      'made_count',
      'activated_count',
      'state',
      'redeem_end_at',
      'created_at',
    ],
    extra_fields: ['moving'],
    filters: ['product_id', 'theme_id', 'agency_id', 'state', 'created_at'],
    search: ['name', 'batch_no'],
    sort: ['id', 'quantity', 'created_at'],
    quick_edit: ['name', 'remark'],
    copy: ['batch_no'],
    views: [
      { key: 'ready', where: [{ field: 'state', in: [batchState.ready] }] },
      { key: 'released', where: [{ field: 'state', in: [batchState.released] }] },
    ],
    summary: ['quantity', 'activated_count'],
    default_sort: '-id',
  },
  status: { field: 'state', primary_when: { release: batchActions.release.from, reopen: batchActions.reopen.from } },
  overview: {
    figures: ['quantity', 'made_count', 'activated_count', 'redeem_end_at'],
    facts: [
      'product_id',
      'agency_id',
      'theme_id',
      'prefix',
      'redeem_start_at',
      'issue_on_made',
      'redeem_on_receipt',
      'created_at',
      'remark',
    ],
    related: [
      {
        resource: 'cards',
        by: 'batch_id',
        columns: ['card_no', 'shown_status', 'owner_member_id', 'activated_at'],
        tab_only: true,
      },
      {
        resource: 'card-cartons',
        by: 'batch_id',
        columns: ['scan_code', 'state', 'card_count', 'received_at'],
        tab_only: true,
      },
    ],
  },
  form: [
    { group: 'basic', fields: ['name', 'product_id', 'quantity', 'prefix'] },
    {
      group: 'delivery',
      fields: [
        'agency_id',
        'theme_id',
        'redeem_start_at',
        'redeem_end_at',
        'issue_on_made',
        'redeem_on_receipt',
        'remark',
      ],
    },
  ],
  transfer: {
    export: [
      'id',
      'batch_no',
      'name',
      'product_id',
      'theme_id',
      'agency_id',
      'prefix',
      'quantity',
      'made_count',
      'activated_count',
      'state',
      'redeem_start_at',
      'redeem_end_at',
      'remark',
      'created_at',
    ],
  },
  has_remark_action: true,
  actions: {
    release: { method: 'PUT', by_token: true, on: 'rows', dry_run_on: [], when: whenBatch('release') },
    close: { method: 'PUT', by_token: true, on: 'rows', when: whenBatch('close') },
    reopen: { method: 'PUT', by_token: true, on: 'rows', when: whenBatch('reopen') },
    redate: {
      method: 'PUT',
      by_token: true,
      on: 'rows',
      single_row: true,
      dry_run_on: [],
      when: whenBatch('redate'),
      fields: { redeem_end_at: field.date_time({ nullable: true, day_bound: 'end' }), reason: field.reason() },
    },
    assign: {
      method: 'PUT',
      by_token: true,
      school_only: true,
      on: 'rows',
      single_row: true,
      dry_run_on: [],
      when: whenBatch('assign'),
      /** Empty returns the cards to the school. */
      fields: {
        agency_id: field.relation({ resource: 'agencies', nullable: true }),
        reason: field.reason(),
      },
    },
    void: {
      method: 'PUT',
      by_token: true,
      on: 'rows',
      dry_run_on: [],
      danger: true,
      undo_action: null,
      when: whenBatch('void'),
      fields: { reason: field.reason() },
    },
  },
  /** Exports and print files that contain secrets. */
  permissions: ['export-secrets'],
});
