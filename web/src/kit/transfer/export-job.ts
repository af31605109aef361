import { formatDateTime } from '@kaike/shared/kit/format';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { urlOf, type ResourceIndex } from '../use-resource.ts';
import type { ExportJob } from './transfer-state.ts';

/** The list's filters and the ticked fields. */
export function exportQuery(search: string, fields: readonly string[]): string {
  const query = new URLSearchParams([...new URLSearchParams(search)].filter(([key]) => key.startsWith('where')));
  for (const field of fields) query.append('fields[]', field);
  return query.toString();
}

type Export = {
  definition: ResourceDefinition;
  excel: ResourceIndex['excel'];
  title: string;
  query: string;
  owner: number;
  now: Date;
};

/** An export from its beginning. Its file is named after the rows and the minute, so that two of a day differ. */
export const newExport = ({ definition, excel, title, query, owner, now }: Export): ExportJob => ({
  kind: 'export',
  owner,
  title,
  resource: definition.name,
  sheet: excel.sheet,
  file_name: `${excel.fileName} ${formatDateTime(now, { format: 'yyyy-MM-dd hhmm' })}`,
  url: `${urlOf(definition)}/export`,
  query,
  page: 1,
  id: 0,
  pages: 1,
  files: 0,
  rows: 0,
  head: [],
  pieces: 0,
});
