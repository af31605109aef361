import type { ResourceDraft } from '../../domain/system/forge/draft.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

const differenceLine = s.object({ mark: s.literal(' ', '+', '-', '…'), text: s.string() });
export type DifferenceLine = SchemaValue<typeof differenceLine>;

const shownFile = s.object({
  path: s.string(),
  /** `replaced`: something else is there that no registry names. */
  state: s.literal('new', 'changed', 'replaced'),
  lines: s.array(differenceLine),
});
export type ShownFile = SchemaValue<typeof shownFile>;

const preview = s.object({
  problems: s.array(s.object({ place: s.string(), reason: s.string() })),
  files: s.array(shownFile),
  /** To be sent back when the files are written; empty where there is a problem. */
  hash: s.string(),
});
export type CodePreview = SchemaValue<typeof preview>;

const writtenFiles = s.object({ files: s.array(s.string()) });

const draft = field.json({ rules: 'required' });
/** What was shown, and whether files that are replaced were seen to be. */
const confirmation = { hash: field.text({ rules: 'required|max:64' }), may_replace: field.boolean({ initial: false }) };

/** The files of a resource as a difference; nothing is written. */
export const previewResource = contract({
  method: 'POST',
  path: '/admin/developments/resources/preview',
  body: { draft },
  response: preview,
});

/** Writes what was shown; refused when a file changed since. */
export const writeResource = contract({
  method: 'POST',
  path: '/admin/developments/resources',
  body: { draft, ...confirmation },
  response: writtenFiles,
});

/** Tables without a resource, to start a description from. */
export const listDraftTables = contract({
  method: 'GET',
  path: '/admin/developments/draft-tables',
  response: s.object({
    tables: s.array(s.string()),
    resources: s.array(s.object({ name: s.string(), groups: s.array(s.string()) })),
  }),
});

/** The description of a table that exists, its words to be written; a `ResourceDraft`. */
export const getTableDraft = contract({
  method: 'GET',
  path: '/admin/developments/draft-tables/:table',
  response: s.object({ draft: s.any() as { json: object; _value?: ResourceDraft } }),
});

/** The change of a definition by one field more; nothing is written. */
export const previewField = contract({
  method: 'POST',
  path: '/admin/developments/resources/:name/fields/preview',
  body: { draft },
  response: preview,
});

export const writeField = contract({
  method: 'POST',
  path: '/admin/developments/resources/:name/fields',
  body: { draft, ...confirmation },
  response: writtenFiles,
});
