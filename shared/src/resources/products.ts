import {
  productActions,
  productStatus,
  productStatusChoices,
  productType,
  productTypeChoices,
  stackRule,
  stackRuleChoices,
  termMode,
  termModeChoices,
} from '../domain/product-status.ts';
import { field } from '../kit/field.ts';
import { defineResource } from '../kit/resource.ts';

/** Fen. */
const price = { rules: 'min_value:0|max_value:100000000', initial: 0 } as const;

const withCourses = { field: 'type', in: [productType.courses, productType.both] } as const;

/** What a card or an order sells: courses, minutes with the AI teacher, or both, for a term. */
export const products = defineResource({
  name: 'products',
  table: 'products',
  area: 'admin',
  menu: { root: 'trade', icon: 'package', sort: 30 },
  only: ['list', 'show', 'create', 'update', 'delete', 'export'],
  title: 'title',
  fields: {
    id: field.id(),
    /** Made by the server when left empty. */
    sn: field.text({ rules: 'alpha_dash|max:40', read_only: 'update', initial: '' }),
    title: field.text({ rules: 'required|max:100' }),
    type: field.choice(productTypeChoices, { rules: 'required', initial: productType.courses }),
    cover: field.image({ nullable: true }),
    intro: field.long_text({ rules: 'max:1000', initial: '' }),
    course_ids: field.relations({
      resource: 'courses',
      rules: 'array_length:0,200',
      initial: [],
      shown_when: withCourses,
    }),
    ai_seconds: field.duration({
      rules: 'between:0,3600000',
      initial: 0,
      shown_when: { field: 'type', in: [productType.ai_minutes, productType.both] },
    }),
    list_price: field.money(price),
    sale_price: field.money(price),
    term_mode: field.choice(termModeChoices, { rules: 'required', initial: termMode.days }),
    /** Days or months. */
    term_value: field.integer({
      rules: 'between:1,3650',
      initial: 365,
      shown_when: { field: 'term_mode', in: [termMode.days, termMode.months] },
    }),
    fixed_end_at: field.date({
      nullable: true,
      rules: 'required_if:term_mode,3',
      shown_when: { field: 'term_mode', in: [termMode.fixed_end] },
    }),
    stack_rule: field.choice(stackRuleChoices, {
      rules: 'required',
      initial: stackRule.extend_if_running,
      shown_when: withCourses,
    }),
    /** 0 is no limit. */
    per_member_limit: field.integer({ rules: 'between:0,1000', initial: 0 }),
    refund_days: field.integer({ rules: 'between:0,365', initial: 7 }),
    status: field.choice(productStatusChoices, { read_only: true, initial: productStatus.draft }),
    synced_at: field.date_time({ nullable: true, read_only: true }),
    remark: field.text({ rules: 'max:200', initial: '' }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: ['cover', 'title', 'sn', 'type', 'course_ids', 'sale_price', 'term_mode', 'status', 'updated_at'],
    filters: ['type', 'status', 'course_ids'],
    search: ['title', 'sn'],
    sort: ['id', 'sale_price', 'updated_at'],
    quick_edit: ['title', 'status', 'sale_price', 'remark'],
    copy: ['sn'],
    default_sort: '-id',
  },
  form: [
    { group: 'basic', fields: ['title', 'sn', 'type', 'cover', 'intro'] },
    { group: 'content', fields: ['course_ids', 'ai_seconds'] },
    { group: 'term', fields: ['term_mode', 'term_value', 'fixed_end_at', 'stack_rule', 'per_member_limit'] },
    { group: 'sale', fields: ['list_price', 'sale_price', 'refund_days', 'remark'] },
  ],
  transfer: {
    export: [
      'id',
      'sn',
      'title',
      'type',
      'course_ids',
      'ai_seconds',
      'list_price',
      'sale_price',
      'term_mode',
      'term_value',
      'fixed_end_at',
      'stack_rule',
      'per_member_limit',
      'refund_days',
      'status',
      'synced_at',
      'remark',
      'created_at',
      'updated_at',
    ],
  },
  actions: {
    'change-status': {
      method: 'PUT',
      on: 'rows',
      confirm: true,
      from: { [productStatus.on]: productActions.put_on.from, [productStatus.off]: productActions.take_off.from },
      back: { [productStatus.on]: productStatus.off },
      // A product never becomes a draft again.
      fields: {
        status: field.choice(
          productStatusChoices.filter(({ value }) => value !== productStatus.draft),
          { rules: 'required' },
        ),
      },
    },
    /** Applies what the comparison with the courses showed (`GET /admin/products/:id/sync`). */
    sync: {
      method: 'PUT',
      on: 'rows',
      hidden: true,
      fields: {
        remove_ids: field.relations({ resource: 'courses', initial: [] }),
        add_ids: field.relations({ resource: 'courses', initial: [] }),
        use_course_prices: field.boolean({ initial: false }),
      },
    },
    remark: { method: 'PUT', on: 'rows', fields: { remark: field.text({ rules: 'max:200' }) } },
  },
});
