/** Layout of a list: order, visibility, width and pinning of its columns, and its density. */
export type ListLayout = {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Pixels, for resized columns only. */
  readonly widths: Readonly<Record<string, number>>;
  readonly pins: Readonly<Record<string, Pin>>;
  readonly density: Density;
  /** All columns, by scrolling sideways; else those without room are folded. */
  readonly overflow?: 'scroll';
};
export type Pin = 'left' | 'right';
export type Density = 'middle' | 'small';

export const narrowestColumn = 48;
export const widestColumn = 800;

const isText = (value: unknown): value is string => typeof value === 'string';
const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
const listOf = (value: unknown, columns: readonly string[]): string[] =>
  Array.isArray(value) ? [...new Set(value.filter(isText))].filter((key) => columns.includes(key)) : [];

const isWidth = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const clampWidth = (width: number): number => Math.round(Math.min(widestColumn, Math.max(narrowestColumn, width)));

/** A complete layout from any stored value: unknown columns are dropped, new ones come last, at least one is shown. */
export function parseLayout(columns: readonly string[], raw: unknown): ListLayout {
  const stored = Object.fromEntries(entriesOf(raw));
  const order = listOf(stored['order'], columns);
  const hidden = listOf(stored['hidden'], columns);
  const widths = entriesOf(stored['widths']).flatMap(([key, width]) =>
    columns.includes(key) && isWidth(width) ? [[key, clampWidth(width)] as const] : [],
  );
  const pins = entriesOf(stored['pins']).flatMap(([key, pin]) =>
    columns.includes(key) && (pin === 'left' || pin === 'right') ? [[key, pin] as const] : [],
  );
  return {
    order: [...order, ...columns.filter((key) => !order.includes(key))],
    hidden: hidden.length < columns.length ? hidden : [],
    widths: Object.fromEntries(widths),
    pins: Object.fromEntries(pins),
    density: stored['density'] === 'small' ? 'small' : 'middle',
    ...(stored['overflow'] === 'scroll' ? { overflow: 'scroll' as const } : {}),
  };
}

/** Visible columns in display order: pinned left, unpinned, pinned right. */
export function shownColumns({ order, hidden, pins }: ListLayout): string[] {
  const visible = order.filter((key) => !hidden.includes(key));
  const at = (pin: Pin | undefined): string[] => visible.filter((key) => pins[key] === pin);
  return [...at('left'), ...at(undefined), ...at('right')];
}

const marks: Record<Pin, string> = { left: '<', right: '>' };

/** The layout as URL text: `title:180<,status,!remark`. */
export function writeLayoutText({ order, hidden, widths, pins, density, overflow }: ListLayout): string {
  const parts = order.map((key) => {
    const pin = pins[key];
    return `${hidden.includes(key) ? '!' : ''}${key}${widths[key] ? `:${widths[key]}` : ''}${pin ? marks[pin] : ''}`;
  });
  return [...parts, ...(density === 'small' ? ['*small'] : []), ...(overflow ? ['*scroll'] : [])].join(',');
}

/** The layout from URL text; invalid parts are ignored. */
export function parseLayoutText(columns: readonly string[], text: string): ListLayout {
  const order: string[] = [];
  const hidden: string[] = [];
  const widths: Record<string, number> = {};
  const pins: Record<string, Pin> = {};
  for (const part of text.split(',')) {
    const [, isHidden, key = '', width, pin] = /^(!?)(\w+)(?::(\d{1,4}))?([<>]?)$/.exec(part) ?? [];
    if (key === '') continue;
    order.push(key);
    if (isHidden) hidden.push(key);
    if (width) widths[key] = Number(width);
    if (pin) pins[key] = pin === '<' ? 'left' : 'right';
  }
  const flags = text.split(',').filter((part) => part.startsWith('*'));
  return parseLayout(columns, {
    order,
    hidden,
    widths,
    pins,
    density: flags.includes('*small') ? 'small' : 'middle',
    overflow: flags.includes('*scroll') ? 'scroll' : 'fold',
  });
}
