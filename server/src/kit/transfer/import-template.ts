import type { Cell } from 'hucre';
import { sheetNameLength } from '@kaike/shared/domain/constants';
import { formatDateTime } from '@kaike/shared/kit/format';
import { dispositionOf, sendFile, type HttpReply } from '../../core/respond.ts';
import type { AdminCall } from '../../core/call.ts';
import { xlsxType } from './xlsx/send-xlsx.ts';
import type { Resource } from '../behaviour.ts';
import { importColumns, type KnownImportColumn } from './import-columns.ts';

/** Rows that have a dropdown of allowed values. */
const listedRows = 1000;
const requiredColor = 'BF3527';
const exampleColor = '8A8D96';
type StyledCell = [string, Partial<Cell>];
const widths = { least: 12, most: 40, note: 48 };

/** Describes what a column accepts. */
function noteOf(
  call: AdminCall,
  { field, allowed, help }: KnownImportColumn,
  relations: (name: string) => string,
): string {
  const t = (key: string, params = {}): string => call.t(`kit_transfer.notes.${key}`, params);
  const many = field.kind === 'relations' || field.kind === 'tags' ? t('many') : '';
  const related = field.resource ? t('relation', { name: relations(field.resource) }) : '';
  const kind = { money: t('money'), date: t('date'), date_time: t('date_time') }[field.kind as string] ?? '';
  return [allowed.length > 0 ? t('allowed', { values: allowed.join(' / ') }) : '', related, many, kind, help]
    .filter((part) => part !== '')
    .join(' ');
}

const letterOf = (index: number): string =>
  (index < 26 ? '' : letterOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** A sheet of column headings named after the resource, ready to be filled in, and one that explains each column with an example. */
export async function importTemplate(call: AdminCall, resource: Resource): Promise<HttpReply> {
  const { name, transfer } = resource.definition;
  const title = call.t(`resources.${name}.name`);
  const columns = importColumns(call, resource);
  const t = (key: string, params = {}): string => call.t(`kit_transfer.notes.${key}`, params);
  const nameOfResource = (other: string): string => call.t(`resources.${other}.name`);
  const lists = columns.flatMap(({ allowed }, index) =>
    allowed.length === 0
      ? []
      : [
          {
            type: 'list' as const,
            values: allowed,
            range: `${letterOf(index)}2:${letterOf(index)}${listedRows}`,
            allowBlank: true,
            errorStyle: 'warning' as const,
          },
        ],
  );
  const examples = columns.map(({ example }) => example);
  const keyLabel = columns.find(({ key }) => key === transfer?.key)?.label;
  const notes = [
    [t('column'), t('required'), t('how'), t('example')],
    ...columns.map((column) => [
      column.label,
      column.required ? t('yes') : '',
      noteOf(call, column, nameOfResource),
      column.example,
    ]),
    [],
    [t('order')],
    [t('example_row')],
    ...(keyLabel ? [[t('key', { name: keyLabel })]] : []),
  ];
  const { writeXlsx } = await import('hucre'); // dozens of modules, loaded only when a template is requested
  const bytes = await writeXlsx({
    sheets: [
      {
        name: title.slice(0, sheetNameLength),
        rows: [columns.map(({ label }) => label), ...(examples.some((text) => text !== '') ? [examples] : [])],
        cells: new Map([
          ...columns.map(({ label, required }, index): StyledCell => [
            `0,${index}`,
            { value: label, style: { font: { bold: true, ...(required ? { color: { rgb: requiredColor } } : {}) } } },
          ]),
          ...examples.map((value, index): StyledCell => [
            `1,${index}`,
            { value, style: { font: { italic: true, color: { rgb: exampleColor } } } },
          ]),
        ]),
        freezePane: { rows: 1 },
        dataValidations: lists,
        columns: columns.map(({ label, example }) => ({
          width: Math.min(widths.most, Math.max(widths.least, label.length * 2 + 4, example.length * 2 + 2)),
        })),
      },
      { name: t('sheet'), rows: notes, columns: [{ width: 20 }, { width: 10 }, { width: widths.note }, { width: 28 }] },
    ],
  });
  const day = formatDateTime(call.ctx.clock(), { timeZone: call.time_zone, format: 'yyyy-MM-dd' });
  const file = call.t('transfer.template_file', { name: title, day });
  return sendFile(Buffer.from(bytes), { type: xlsxType, disposition: dispositionOf(file) });
}
