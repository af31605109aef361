import { cardState } from '../../domain/cards/card-state.ts';
import { agencyActions } from '../../domain/agencies/agency-actions.ts';
import { agencyStatus, agencyStatusChoices } from '../../domain/people/people.ts';
import { field, type Fields } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

const amount = field.integer({ rules: 'required|between:1,1000000' });
const note = field.text({ rules: 'max:200' });
const reason = field.reason();
const live = agencyActions.end.from;

/** The dialog shows the agency's current and resulting quota while the amount is typed. */
const move = <const F extends Fields>(fields: F, states: readonly number[]) =>
  ({
    method: 'PUT',
    on: 'rows',
    single_row: true,
    ...('amount' in fields ? { dry_run_on: ['amount'] } : {}),
    when: [{ field: 'status', in: states }],
    fields,
  }) as const;

/** What moves quota, and so may be done by the program of an integrator. */
const quotaMove = <const F extends Fields>(fields: F, states: readonly number[]) =>
  ({ ...move(fields, states), by_token: true }) as const;

/** Agencies resell cards. An agency sees itself and those below it. */
export const agencies = defineResource({
  name: 'agencies',
  table: 'agencies',
  area: 'admin',
  menu: { root: 'trade', icon: 'store', sort: 50 },
  only: ['list', 'show', 'create', 'update', 'export'],
  title: 'name',
  // A new agency is a login, with the number that its codes go to.
  closed_to_tokens: ['create'],
  tree: true,
  fields: {
    id: field.id(),
    /** Code in its short link; letters and digits. */
    code: field.text({ rules: 'required|alpha_dash|min:2|max:20', read_only: 'update' }),
    name: field.text({ rules: 'required|max:50' }),
    /** Initials and full pinyin of the row's title. */
    pinyin: field.text({ read_only: true, nullable: true }),
    /** User name of the login created with it. */
    username: field.text({ rules: 'required|user_name:2,30', read_only: 'update' }),
    contact_name: field.text({ rules: 'max:30', initial: '', is_person_name: true }),
    /** Also the number of its login; changed later by a separate action. */
    mobile_phone: field.mobile({ rules: 'required', masked: 'mobile', read_only: 'update' }),
    area_id: field.relation({ resource: 'areas', nullable: true }),
    address: field.text({ rules: 'max:200', initial: '' }),
    /** Shown with the address on the page of its link. */
    map_point: field.map_point({ initial: '' }),
    parent_id: field.relation({ resource: 'agencies', nullable: true, read_only: 'update' }),
    level: field.integer({ read_only: true }),
    /** Cards it may still create, including quota held by waiting transfers. */
    card_num: field.integer({ read_only: true }),
    held_num: field.integer({ read_only: true }),
    /** Since when its quota is at or below the mark. */
    low_since: field.date_time({ nullable: true, read_only: true }),
    unlimited: field.choice(
      [
        { value: 0, key: 'no' },
        { value: 1, key: 'yes', tone: 'gold' },
      ],
      { read_only: true, initial: 0 },
    ),
    daily_cap: field.integer({ nullable: true, rules: 'between:1,1000000' }),
    /** 0 means no notice. */
    low_stock_at: field.integer({
      rules: 'between:0,1000000',
      initial: 0,
      shown_when: { field: 'unlimited', in: [0] },
    }),
    /** Products it may sell; empty means all. */
    product_ids: field.relations({ resource: 'products', rules: 'array_length:0,200', initial: [] }),
    contract_start: field.date({ nullable: true }),
    contract_end: field.date({ nullable: true }),
    status: field.choice(agencyStatusChoices, { read_only: true, initial: agencyStatus.active }),
    remark: field.text({ rules: 'max:200', initial: '' }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: [
      'name',
      'code',
      'parent_id',
      'contact_name',
      'mobile_phone',
      'card_num',
      'unlimited',
      'status',
      'contract_end',
      'created_at',
    ],
    filters: ['parent_id', 'area_id', 'status', 'contract_end'],
    search: ['name', 'code', 'pinyin'],
    sort: ['id', 'card_num', 'contract_end', 'updated_at'],
    quick_edit: ['remark'],
    copy: ['code'],
    views: [
      {
        key: 'pending',
        where: [{ field: 'status', in: [agencyStatus.pending] }],
        todo: 'info',
        verb: 'activate',
        since: 'created_at',
        names: ['name'],
      },
      {
        key: 'low',
        where: [
          { field: 'status', in: [agencyStatus.active] },
          { field: 'low_since', is_set: true },
        ],
        todo: 'warning',
        verb: 'top-up',
        since: 'low_since',
        sum: 'card_num',
        names: ['name'],
      },
      { key: 'frozen', where: [{ field: 'status', in: [agencyStatus.frozen] }] },
    ],
    summary: ['card_num'],
    layouts: ['tree', 'table'],
    default_sort: 'id',
  },
  status: {
    field: 'status',
    primary_when: {
      'top-up': [agencyStatus.active],
      activate: agencyActions.activate.from,
      unfreeze: agencyActions.unfreeze.from,
    },
    menu: ['top-up', 'transfer-num', 'recall', 'increase', 'decrease', 'unlimited'],
  },
  buttons: { 'new-password': 'admin.agencies.new-password' },
  overview: {
    figures: [
      'card_num',
      { key: 'stock', resource: 'cards', by: 'agency_id', where: { state: cardState.stock } },
      { key: 'issued', resource: 'cards', by: 'agency_id', where: { state: cardState.issued } },
      { key: 'activated', resource: 'cards', by: 'agency_id', where: { state: cardState.activated } },
    ],
    facts: [
      'contact_name',
      'mobile_phone',
      'parent_id',
      'unlimited',
      'held_num',
      'daily_cap',
      'low_stock_at',
      'contract_start',
      'contract_end',
      'product_ids',
      'area_id',
      'address',
      'remark',
    ],
    related: [
      {
        resource: 'card-num-logs',
        by: 'agency_id',
        columns: ['created_at', 'type', 'delta', 'balance_after'],
      },
      { resource: 'agencies', by: 'parent_id', columns: ['name', 'code', 'card_num', 'status'] },
      {
        resource: 'cards',
        by: 'agency_id',
        columns: ['card_no', 'product_id', 'shown_status', 'owner_member_id'],
        tab_only: true,
      },
      {
        resource: 'members',
        by: 'agency_id',
        columns: ['display_name', 'mobile_phone', 'status', 'last_study_at'],
        tab_only: true,
      },
    ],
  },
  form: [
    {
      group: 'basic',
      fields: [
        'name',
        'code',
        'username',
        'mobile_phone',
        'contact_name',
        'area_id',
        'address',
        'map_point',
        'parent_id',
      ],
    },
    {
      group: 'contract',
      fields: ['contract_start', 'contract_end', 'product_ids', 'daily_cap', 'low_stock_at', 'remark'],
    },
  ],
  form_keep: ['parent_id', 'area_id'],
  transfer: {
    export: [
      'id',
      'code',
      'name',
      'username',
      'parent_id',
      'level',
      'contact_name',
      'mobile_phone',
      'card_num',
      'unlimited',
      'status',
      'contract_start',
      'contract_end',
      'remark',
      'created_at',
    ],
  },
  has_remark_action: true,
  actions: {
    /** The school creates quota, an agency gives its own. */
    'top-up': quotaMove({ amount, remark: note }, live),
    increase: { ...quotaMove({ amount, reason }, live), school_only: true },
    decrease: {
      ...quotaMove({ amount, reason }, Object.values(agencyStatus)),
      school_only: true,
      danger: true,
      undo_action: 'increase',
    },
    /** Returns quota of a lower agency to the requesting agency, or to its parent. */
    recall: quotaMove({ amount, reason }, Object.values(agencyStatus)),
    'transfer-num': quotaMove({ to_id: field.relation({ resource: 'agencies', rules: 'required' }), amount, reason }, [
      agencyStatus.active,
    ]),
    unlimited: {
      ...quotaMove(
        {
          unlimited: field.choice(
            [
              { value: 0, key: 'no' },
              { value: 1, key: 'yes' },
            ],
            { rules: 'required' },
          ),
          daily_cap: field.integer({ nullable: true, rules: 'between:1,1000000' }),
          reason,
        },
        live,
      ),
      school_only: true,
    },
    /** Moves it to another parent, or to the top level when empty; quota, cards and members stay with it. Hides members from one agency and shows them to another. */
    move: {
      ...move({ parent_id: field.relation({ resource: 'agencies', nullable: true }), reason }, live),
      school_only: true,
    },
    /** Requires a code sent to the new number, or a reason; the panel has the dialog. */
    'mobile-phone': {
      ...move(
        {
          mobile_phone: field.mobile({ rules: 'required' }),
          message_code: field.text({ rules: 'mobile_code' }),
          reason: note,
        },
        live,
      ),
      hidden: true,
    },
    activate: {
      method: 'PUT',
      on: 'rows',
      when: [{ field: 'status', in: agencyActions.activate.from }],
    },
    freeze: {
      method: 'PUT',
      on: 'rows',
      dry_run_on: [],
      danger: true,
      undo_action: 'unfreeze',
      when: [{ field: 'status', in: agencyActions.freeze.from }],
      fields: { reason },
    },
    unfreeze: {
      method: 'PUT',
      on: 'rows',
      when: [{ field: 'status', in: agencyActions.unfreeze.from }],
      fields: { reason },
    },
    /** One at a time, confirmed by typing its name. */
    end: {
      method: 'PUT',
      on: 'rows',
      single_row: true,
      dry_run_on: [],
      danger: true,
      undo_action: null,
      when: [{ field: 'status', in: live }],
      fields: { confirm_name: field.text({ rules: 'required|max:50', confirms: 'name' }), reason },
    },
  },
  permissions: ['reveal', 'new-password', 'transfer-sideways'],
});
