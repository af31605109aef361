import type { AdminPerson, TestApp } from '../app.ts';

type Counting = { as: AdminPerson; method?: 'PUT' | 'POST' | 'DELETE'; path: string; body?: object };

/** Counts by a dry run what a condition matches, as the dialog does; returns what a bulk write on it sends back. */
export async function countRows(
  app: TestApp,
  matching: string,
  { as, method = 'PUT', path, body = {} }: Counting,
): Promise<{ matching: string; max_id: number; marker: string }> {
  const { max_id, marker } = (await app.http(method, path, { as, body: { ...body, matching, dry_run: true } })).body;
  return { matching, max_id, marker };
}
