import { formatDateTime, formatDuration } from '@kaike/shared/kit/format';
import type { Field, Fields } from '@kaike/shared/kit/field';
import { isUnreadable, kinds } from '@kaike/shared/kit/kinds';
import type { Locale } from '@kaike/shared/locales/languages';
import type { Translate } from '@kaike/shared/kit/wording';
import { everyTranslator } from '../../core/wording.ts';
import type { Label, Row, Values } from '../behaviour.ts';

export type CellContext = {
  t: Translate;
  locale: Locale;
  time_zone: string;
  resource: string;
  /** Choices that the definition leaves open, by field. */
  open_choices?: Readonly<Partial<Record<string, readonly Label[]>>> | undefined;
};
export type Cell = string | number | boolean | null;

/** Cached labels, by translator: a sheet needs the same few a hundred thousand times. */
const cachedLabels = new WeakMap<Translate, Map<string, string>>();

/** The wording of a choice: the resource's own, else the common one, else its key. */
export function choiceLabel(t: Translate, resource: string, choice: { field: string; key: string }): string {
  const labels = cachedLabels.get(t) ?? new Map<string, string>();
  cachedLabels.set(t, labels);
  const path = `${resource}.${choice.field}.${choice.key}`;
  const cached = labels.get(path);
  if (cached !== undefined) return cached;
  const label = findLabel(t, resource, choice);
  labels.set(path, label);
  return label;
}

function findLabel(t: Translate, resource: string, choice: { field: string; key: string }): string {
  const candidates = [
    `resources.${resource}.choices.${choice.field}.${choice.key}`,
    `choices.${choice.field}.${choice.key}`,
    `fields.choices.${choice.field}.${choice.key}`,
  ];
  for (const candidate of candidates) {
    const text = t(candidate);
    if (text !== candidate) return text;
  }
  return choice.key;
}

function choiceCell(context: CellContext, key: string, cell: { field: Field; value: unknown }): string {
  const choice = cell.field.choices?.find((one) => one.value === cell.value);
  if (choice) return choiceLabel(context.t, context.resource, { field: key, key: choice.key });
  const open = context.open_choices?.[key]?.find((one) => one.value === cell.value);
  return open?.label ?? String(cell.value);
}

function labelCell(row: Row, key: string): Cell {
  const labels = row['labels'] as Record<string, string | string[]> | undefined;
  const label = labels?.[key] ?? row[key];
  return Array.isArray(label) ? label.join('，') : ((label as Cell) ?? null);
}

const dayMs = 86_400_000;
const cachedDays = 20_000;
/** Milliseconds a zone is ahead of UTC throughout a UTC day; null on days when the offset changes. */
const dayOffsets = new Map<string, number | null>();

function offsetOn(day: number, timeZone: string): number | null {
  const key = `${timeZone} ${day}`;
  const cached = dayOffsets.get(key);
  if (cached !== undefined) return cached;
  const offsetAt = (time: number): number =>
    Date.parse(`${formatDateTime(new Date(time), { timeZone }).replace(' ', 'T')}Z`) - time;
  const offset = offsetAt(day * dayMs);
  const steady = offset === offsetAt((day + 1) * dayMs) ? offset : null;
  if (dayOffsets.size >= cachedDays) dayOffsets.clear();
  dayOffsets.set(key, steady);
  return steady;
}

/** The same text as `formatDateTime`, but faster, as that computes the zone offset on every call: a sheet has hundreds of thousands of times. */
function timeCell(value: unknown, timeZone: string): string {
  if (!(value instanceof Date)) return formatDateTime(value as string, { timeZone });
  const offset = offsetOn(Math.floor(value.getTime() / dayMs), timeZone);
  return offset === null
    ? formatDateTime(value, { timeZone })
    : new Date(value.getTime() + offset).toISOString().slice(0, 19).replace('T', ' ');
}

/** A field of a row as a sheet shows it: labels instead of ids, yuan instead of fen, times in the reader's zone. */
export function toCell(context: CellContext, { row, key, field }: { row: Row; key: string; field: Field }): Cell {
  const value = row[key];
  if (value === null || value === undefined) return null;
  switch (field.kind) {
    case 'choice':
      return choiceCell(context, key, { field, value });
    case 'relation':
    case 'relations':
      return labelCell(row, key);
    case 'money':
      return Number(value) / 100;
    case 'duration':
      return formatDuration(Number(value));
    case 'date_time':
      return timeCell(value, context.time_zone);
    case 'boolean':
      return context.t(value ? 'fields.boolean.yes' : 'fields.boolean.no');
    case 'tags':
      return (value as string[]).join('，');
    case 'json':
      return JSON.stringify(value);
    default:
      return value as Cell;
  }
}

/** A sheet may come from a colleague who reads another language. */
function fromChoice(context: CellContext, key: string, { field, text }: { field: Field; text: string }): unknown {
  const { choices = [] } = field;
  const findIn = (t: Translate) =>
    choices.find((choice) => choiceLabel(t, context.resource, { field: key, key: choice.key }) === text);
  for (const t of everyTranslator(context.t)) {
    const match = findIn(t);
    if (match) return match.value;
  }
  return choices.find((choice) => choice.key === text)?.value ?? text;
}

function fromBoolean(context: CellContext, text: string): boolean | null {
  for (const t of everyTranslator(context.t)) {
    if (text === t('fields.boolean.yes')) return true;
    if (text === t('fields.boolean.no')) return false;
  }
  return null;
}

function fromCell(context: CellContext, key: string, { field, value }: { field: Field; value: unknown }): unknown {
  if (value === null || value === undefined || value === '') return value === null ? undefined : value;
  const text = String(value).trim();
  if (field.kind === 'choice') return fromChoice(context, key, { field, text });
  if (field.kind === 'money') return Number.isFinite(Number(text)) ? Math.round(Number(text) * 100) : text;
  if (field.kind === 'boolean') return fromBoolean(context, text) ?? value;
  return value;
}

/** A row of a sheet as input of the definition's fields; relations still hold the texts people typed. */
export function fromCells(context: CellContext, fields: Fields, row: Values): Values {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => {
      const field = fields[key];
      return [key, field ? fromCell(context, key, { field, value }) : value];
    }),
  );
}

/** Texts that refer to rows of another resource and are not resolved yet. */
export function relationTexts(field: Field, value: unknown): string[] {
  if (value === undefined || value === null || value === '') return [];
  const parts = field.kind === 'relations' ? (Array.isArray(value) ? value : String(value).split(/[,，、]/)) : [value];
  return parts
    .map((part) => String(part).trim())
    .filter((part) => part !== '' && isUnreadable(kinds.integer.read(part, field)));
}
