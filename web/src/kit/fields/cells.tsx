import { lazy, Suspense, type ReactNode } from 'react';
import type { Field, FieldKind } from '@kaike/shared/kit/field';
import {
  formatBytes,
  formatDateTime,
  formatDuration,
  formatMoney,
  formatNumber,
  truncate,
} from '@kaike/shared/kit/format';
import { isWholeDay } from '../dates/whole-day.ts';
import type { MappedChoice } from '../maps.ts';
import type { ShownRow } from '../resource-view.ts';
import type { Translate } from '@kaike/shared/kit/wording';

export type CellContext = {
  row: ShownRow;
  name: string;
  field: Field;
  choices: readonly MappedChoice[];
  t: Translate;
  /** In a record nothing is shortened: there is no other place to read the rest. */
  is_whole?: boolean;
};
type Cell = (value: unknown, context: CellContext) => ReactNode;

const none = <span className="kk-none">–</span>;

/** A status as text on a coloured background; never colour alone. */
export function StatusTag({ tone, children }: { tone: string; children: ReactNode }) {
  return <span className={`kk-tag kk-tag-${tone}`}>{children}</span>;
}

const tones = 5;
const text: Cell = (value, { field, row, is_whole }) => {
  const shown = is_whole ? String(value) : truncate(String(value), 60);
  if (field.look !== 'person') return shown;
  return (
    <span className="kk-person">
      <span className={`kk-initial is-tone-${row.id % tones}`} aria-hidden="true">
        {[...shown][0]}
      </span>
      {shown}
    </span>
  );
};

/** Numbers as they stand in a list, by kind. */
const numberTexts: Partial<Record<FieldKind, (value: number, field: Pick<Field, 'decimals'>) => string>> = {
  integer: (value) => formatNumber(value),
  decimal: (value, { decimals = 0 }) => formatNumber(value, { decimals }),
  money: (value) => formatMoney(value, { decimals: 2 }),
  duration: (value) => formatDuration(value),
  bytes: (value) => formatBytes(value),
};
export const numberText = (field: Field, value: number): string =>
  numberTexts[field.kind]?.(value, field) ?? String(value);
const number: Cell = (value, { field }) => <span className="kk-number">{numberText(field, Number(value))}</span>;

const label: Cell = (value, { row, name, t, is_whole }) => {
  const rowLabel = row.labels?.[name];
  if (Array.isArray(rowLabel)) {
    const names = rowLabel.join(t('lists.and'));
    return rowLabel.length > 0 ? (is_whole ? names : truncate(names, 40)) : none;
  }
  // A row whose name must not be shown here has an empty label.
  return rowLabel === '' ? none : (rowLabel ?? String(value));
};

const Late = lazy(async () => ({ default: (await import('./lazy-cell.tsx')).LazyCell }));
/** Kinds that few lists show; their code loads with the first of them. */
const lazyCell: Cell = (value, { field, row, name }) => (
  <Suspense>
    <Late kind={field.kind} value={value} file={row.file_info?.[name]} />
  </Suspense>
);

const DrawnCover = lazy(async () => ({ default: (await import('./drawn-cover.tsx')).DrawnCover }));
const emptyCell = ({ field: { drawn_from: drawn }, row }: CellContext): ReactNode =>
  drawn ? (
    <Suspense>
      <DrawnCover style={drawn.style ? String(row[drawn.style] ?? '') : ''} title={String(row[drawn.title] ?? '')} />
    </Suspense>
  ) : (
    none
  );

/** How each kind is shown in a list: plain elements, as a table has hundreds of them. */
export const cells: Record<FieldKind, Cell> = {
  id: (value) => <span className="kk-number">{String(value)}</span>,
  text,
  long_text: text,
  mobile: text,
  email: text,
  password: () => none,
  integer: number,
  decimal: number,
  money: number,
  duration: number,
  bytes: number,
  boolean: (value, { t }) => (
    <StatusTag tone={value ? 'success' : 'muted'}>{t(value ? 'fields.boolean.yes' : 'fields.boolean.no')}</StatusTag>
  ),
  choice: (value, { choices }) => {
    const match = choices.find((choice) => choice.value === value);
    return <StatusTag tone={match?.tone ?? 'default'}>{match?.label ?? String(value)}</StatusTag>;
  },
  date: text,
  date_time: (value, { field }) => {
    const exact = formatDateTime(String(value));
    const shown = isWholeDay(field, exact) ? exact.slice(0, 10) : exact.slice(0, 16);
    return (
      <time dateTime={String(value)} title={exact}>
        {shown}
      </time>
    );
  },
  relation: label,
  relations: label,
  tags: (value) =>
    (value as string[]).length > 0
      ? (value as string[]).map((tag) => (
          <StatusTag key={tag} tone="outline">
            {tag}
          </StatusTag>
        ))
      : none,
  image: (value) => <img className="kk-thumb" src={String(value)} alt="" loading="lazy" />,
  json: (value, { is_whole }) => (is_whole ? JSON.stringify(value) : truncate(JSON.stringify(value), 60)),
  rich_text: lazyCell,
  icon: lazyCell,
  color: lazyCell,
  url: lazyCell,
  file: lazyCell,
  images: lazyCell,
  map_point: lazyCell,
  cover_style: lazyCell,
};

/** One cell of a row. */
export function renderCell(context: CellContext): ReactNode {
  const value = context.row[context.name];
  if (value === null || value === undefined || value === '') return emptyCell(context);
  return cells[context.field.kind](value, context);
}

/** Kinds aligned right, digit under digit. */
export const isNumeric = (kind: FieldKind): boolean =>
  ['id', 'integer', 'decimal', 'money', 'duration', 'bytes'].includes(kind);
