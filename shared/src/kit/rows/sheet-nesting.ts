import type { ResourceDefinition } from '../resource.ts';

type Row = Readonly<Record<string, unknown>>;
/** The columns in which a row is named, and names the row above it. */
export type Nesting = { title: string; parent: string };

const textOf = (value: unknown): string => String(value ?? '').trim();

/** How the imported rows of a resource name one another; null where they do not. */
export function nestingOf({ name, fields, title, transfer }: ResourceDefinition): Nesting | null {
  const parent = transfer?.import?.find((key) => fields[key]?.kind === 'relation' && fields[key].resource === name);
  return parent === undefined ? null : { title, parent };
}

/** For each row, the place of the row above it among these rows. */
function placesAbove(rows: readonly Row[], { title, parent }: Nesting): (number | undefined)[] {
  const places = new Map(rows.map((row, place) => [textOf(row[title]), place]));
  places.delete('');
  return rows.map((row) => places.get(textOf(row[parent])));
}

/** The places of the rows, in groups: what a row is below is in an earlier group. Rows in a circle are in the first. */
export function parentsFirst(rows: readonly Row[], nesting: Nesting): number[][] {
  const above = placesAbove(rows, nesting);
  const depths = above.map((_, place) => {
    const passed = new Set([place]);
    for (let at = above[place]; at !== undefined; at = above[at]) {
      if (passed.has(at)) return 0;
      passed.add(at);
    }
    return passed.size - 1;
  });
  const groups: number[][] = [];
  depths.forEach((depth, place) => (groups[depth] ??= []).push(place));
  return groups;
}

/** The rows that some of the rows are below, directly or not, without these. */
export function rowsAbove(rows: readonly Row[], places: readonly number[], nesting: Nesting): number[] {
  const above = placesAbove(rows, nesting);
  const own = new Set(places);
  const others = new Set<number>();
  for (const place of places)
    for (let at = above[place]; at !== undefined && !others.has(at); at = above[at]) {
      if (own.has(at)) break;
      others.add(at);
    }
  return [...others];
}
