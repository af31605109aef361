import { field } from '../../kit/field.ts';
import { contract } from '../../kit/contract.ts';
import { s } from '../../kit/schema.ts';

const reason = field.text({ rules: 'required|max:200' });

/** Streams every card of the batch with its secret as a spreadsheet; requires a reason and is logged. */
export const exportSecrets = contract({
  method: 'GET',
  path: '/admin/card-batches/:id/secrets',
  query: { reason, format: field.choice([{ value: 'xlsx', key: 'xlsx' }], { initial: 'xlsx' }) },
  response: s.any(),
});
