import { contract } from '../kit/contract.ts';
import { field } from '../kit/field.ts';
import { s, type SchemaValue } from '../kit/schema.ts';

/** A document that has arrived: `address` is what a `file` field keeps, `url` downloads it for an hour. */
export const uploadedFile = s.object({
  address: s.string(),
  name: s.string(),
  ext: s.string(),
  size: s.integer(),
  url: s.string(),
});
export type UploadedFile = SchemaValue<typeof uploadedFile>;

/**
 * Multipart with one document in the field `file`. `accept` (extensions with commas) and `max_bytes` are those of the form's
 * field, so that a wrong file is refused at once; the record that takes the file checks them by its definition.
 */
export const uploadFile = contract({
  method: 'POST',
  path: '/admin/files',
  query: {
    name: field.text({ rules: 'required|max:255' }),
    accept: field.text({ rules: 'max:200' }),
    max_bytes: field.bytes({ rules: 'min_value:1' }),
  },
  answer: uploadedFile,
});
