import type { ShownRow } from '../resource-view.ts';

type Group = [ShownRow, ...ShownRow[]];

/** Rows with the same values in these fields together, in the order in which each group begins. */
export function groupRows(rows: readonly ShownRow[], by: readonly string[]): Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const key = JSON.stringify(by.map((name) => row[name] ?? null));
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}
