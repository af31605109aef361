import { request } from '../../../api/client.ts';

export type RelationOption = { id: number; label: string };

/** As many as the server sends for a search. */
export const maxOptions = 20;

/** Rows of a resource that a relation may point at: by a text, or by their ids. */
export async function fetchOptions(resource: string, query: Record<string, unknown>): Promise<RelationOption[]> {
  const answer = (await request('GET', `/admin/${resource}/options`, { query })) as { data: RelationOption[] };
  return answer.data;
}
