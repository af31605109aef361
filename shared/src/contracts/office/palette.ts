import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

const match = s.object({
  resource: s.string(),
  id: s.integer(),
  title: s.string(),
  note: s.string(),
  url: s.string(),
  exact: s.boolean(),
  /** The fields its verbs depend on. */
  state: s.optional(s.record(s.any())),
});
export type RecordMatch = SchemaValue<typeof match>;

/** Records whose title or search fields contain the text; a card number, secret, order number or mobile finds its one record. */
export const searchRecords = contract({
  method: 'POST',
  path: '/admin/palette/search',
  body: { text: field.text({ rules: 'required|max:100' }) },
  response: s.object({ data: s.array(match) }),
});

/** Pinyin search keys of texts: the full pinyin and the initials of each. At most 400 texts. */
export const getPinyin = contract({
  method: 'POST',
  path: '/admin/palette/pinyin',
  body: { texts: field.json({ rules: 'required' }) },
  response: s.object({ keys: s.array(s.array(s.string())) }),
});
