import { field } from '../kit/field.ts';
import { contract } from '../kit/contract.ts';
import { s } from '../kit/schema.ts';

const reason = field.text({ rules: 'required|max:200' });

/** Cards on one answer of the print data: 50 sheets of ten. */
export const printPageCards = 500;

/** Streams every card of the batch with its secret as a sheet; needs a reason and is logged. */
export const exportSecrets = contract({
  method: 'GET',
  path: '/admin/card-batches/:id/secrets',
  query: { reason, format: field.choice([{ value: 'xlsx', key: 'xlsx' }], { initial: 'xlsx' }) },
  answer: s.any(),
});

/** What a printable sheet shows; needs a reason and is logged, once for each page. */
export const printCards = contract({
  method: 'GET',
  path: '/admin/card-batches/:id/print',
  query: { reason, page: field.integer({ rules: 'min_value:1', initial: 1 }) },
  answer: s.object({
    batch: s.object({ id: s.integer(), batch_no: s.string(), name: s.string(), title: s.string(), redeem_end_at: s.nullable(s.time()) }),
    theme: s.nullable(s.object({ name: s.string(), cover_front: s.nullable(s.string()), cover_back: s.nullable(s.string()), locale: s.string() })),
    cards: s.array(s.object({ card_no: s.string(), secret: s.string(), url: s.string() })),
    page: s.integer(),
    last_page: s.integer(),
  }),
});
