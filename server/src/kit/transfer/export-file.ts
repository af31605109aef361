import { formatDateTime } from '@kaike/shared/kit/format';
import { fieldLabel } from '../../core/error-answer.ts';
import type { HttpReply } from '../../core/respond.ts';
import type { AdminCall } from '../../core/call.ts';
import { sendXlsx } from './xlsx/send-xlsx.ts';
import type { Resource } from '../behaviour.ts';
import type { Cell } from './cells.ts';
import { exportChunks, exportFields } from './export-rows.ts';
import { parseListQuery } from '../read/list-query.ts';
import { countExported, logExport } from './log-export.ts';

/**
 * Everything that matches as one sheet, written while it is read: for integrators and for lists too big for the browser. The
 * permission, filters, scope, masking and the row in the download log are the same as for the paged export.
 */
export async function exportFile(call: AdminCall, resource: Resource): Promise<HttpReply> {
  const { json: _json, format: _format, 'fields[]': _fields, ...filters } = call.raw_query;
  const fields = exportFields(call, resource);
  const query = parseListQuery(resource.definition, filters);
  const logId = await logExport(call, resource, { row_count: null, fields: fields.map(([key]) => key) });
  const { name } = resource.definition;
  const title = call.t(`resources.${name}.name`);
  const rows = async function* (): AsyncGenerator<Cell[][]> {
    yield [fields.map(([key]) => fieldLabel(call.t, key, name))];
    let count = 0;
    for await (const cells of exportChunks(call, resource, { fields, query })) {
      count += cells.length;
      yield cells;
    }
    await countExported(call, logId, count);
  };
  const moment = formatDateTime(call.ctx.clock(), { timeZone: call.time_zone, format: 'yyyy-MM-dd hhmm' });
  return sendXlsx({ title, file: `${title} ${moment}`, rows: rows() });
}
