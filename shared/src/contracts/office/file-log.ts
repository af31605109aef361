import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

const name = field.text({ rules: 'required|max:40' });
const file = s.object({ name: s.string(), size: s.integer(), updated_at: s.time() });
export type LogFile = SchemaValue<typeof file>;

/** The server's log files, latest first. */
export const listLogFiles = contract({
  method: 'GET',
  path: '/admin/file-log',
  response: s.object({ data: s.array(file) }),
});

const line = s.object({
  /** Bytes from the start of the file. */
  offset: s.integer(),
  time: s.nullable(s.string()),
  level: s.string(),
  message: s.string(),
  details: s.string(),
});
export type LogLine = SchemaValue<typeof line>;

/** The last lines of a file, or those before a byte offset; latest first, only those that contain the search text. */
export const previewLogFile = contract({
  method: 'GET',
  path: '/admin/file-log/preview',
  query: {
    name,
    before: field.integer(),
    search: field.text({ rules: 'max:100' }),
    level: field.text({ rules: 'max:10' }),
  },
  response: s.object({
    name: s.string(),
    size: s.integer(),
    lines: s.array(line),
    /** Offset for the next older page; null at the start of the file. */
    next_before: s.nullable(s.integer()),
  }),
});

export const downloadLogFile = contract({
  method: 'GET',
  path: '/admin/file-log/download',
  query: { name },
  response: s.any(),
});

const upload = s.object({
  id: s.integer(),
  name: s.string(),
  ext: s.string(),
  size: s.integer(),
  created_at: s.time(),
  created_by: s.string(),
  /** Whether a record uses it; otherwise it is removed a week after upload. */
  is_used: s.boolean(),
  /** Displays it in the page; valid for an hour. */
  preview_url: s.string(),
  /** Downloads it under its own name; valid for an hour. Null without permission. */
  url: s.nullable(s.string()),
});
export type LoggedUpload = SchemaValue<typeof upload>;

/** Uploaded documents, latest first, optionally before an id. */
export const listUploads = contract({
  method: 'GET',
  path: '/admin/file-log/uploads',
  query: { before: field.integer(), search: field.text({ rules: 'max:100' }), ext: field.text({ rules: 'max:10' }) },
  response: s.object({ data: s.array(upload), exts: s.array(s.string()), next_before: s.nullable(s.integer()) }),
});
