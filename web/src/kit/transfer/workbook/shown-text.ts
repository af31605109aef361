import { formatValue, type Cell as StoredCell, type CellValue } from 'hucre';
import { normalizeDay } from '@kaike/shared/kit/text/normalize-text';
import type { SheetCell } from '../transfer-state.ts';

const pad = (value: number): string => String(value).padStart(2, '0');

/** A moment of a sheet, which has no zone, as yyyy-MM-dd with a time that is not midnight. */
function isoOf(date: Date): string {
  const day = `${String(date.getUTCFullYear()).padStart(4, '0')}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
  const seconds = date.getUTCSeconds();
  const time = `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}${seconds > 0 ? `:${pad(seconds)}` : ''}`;
  return time === '00:00' ? day : `${day} ${time}`;
}

/** Before the first day of a sheet: a time alone. */
const firstDay = Date.UTC(1900, 0, 1);

/** Formats in which the year is not first or has two digits are read as they are stored: which part is the day depends on the country. */
function shownDate(date: Date, format: string): string {
  const iso = isoOf(date);
  const shown = format === '' ? iso : formatValue(date, format).trim();
  if (date.getTime() < firstDay) return shown;
  return normalizeDay(shown).startsWith(iso.slice(0, 10)) ? shown : iso;
}

/** A scientific format shows less than is stored, `;;;` nothing; excess digits of binary fractions are shown by none. */
function shownNumber(value: number, format: string): SheetCell {
  const number = Number(value.toPrecision(15));
  if (format === '' || /^(?:general|@)$/i.test(format) || /E[+-]/i.test(format)) return number;
  const shown = formatValue(number, format).trim();
  return shown === '' ? number : shown;
}

/** What somebody sees in a cell. */
export function shownText(value: CellValue | undefined, cell: StoredCell | undefined): SheetCell {
  if (value === null || value === undefined) return null;
  const format = cell?.style?.numFmt ?? '';
  if (value instanceof Date) return shownDate(value, format);
  if (typeof value === 'number') return shownNumber(value, format);
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value;
}
