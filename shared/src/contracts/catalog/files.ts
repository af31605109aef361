import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

/** An uploaded document: `address` is the value for a `file` field, `url` a download link valid for an hour. */
export const uploadedFile = s.object({
  address: s.string(),
  name: s.string(),
  ext: s.string(),
  size: s.integer(),
  url: s.string(),
});
export type UploadedFile = SchemaValue<typeof uploadedFile>;

/**
 * Multipart with one document in the field `file`. `accept` (comma-separated extensions) and `max_bytes` are the limits of
 * the form field, so that an invalid file is refused at once; saving the record checks them again by its definition.
 */
export const uploadFile = contract({
  method: 'POST',
  path: '/admin/files',
  query: {
    name: field.text({ rules: 'required|max:255' }),
    accept: field.text({ rules: 'max:200' }),
    max_bytes: field.bytes({ rules: 'min_value:1' }),
  },
  response: uploadedFile,
});
