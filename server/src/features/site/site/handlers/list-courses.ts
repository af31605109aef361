import type * as site from '@kaike/shared/contracts/site/site';
import type { QueryOf } from '@kaike/shared/kit/contract';
import { respond } from '../../../../core/respond.ts';
import type { Call } from '../../../../core/call.ts';
import { recordSearch } from '../../search-terms/public.ts';
import { findCourses } from '../reads/find-courses.read.ts';
import { sendCached } from '../cached.ts';

/** One page of courses; a search term is counted once, with its first page. What nobody searched for is the same for all. */
export async function listCourses(call: Call<Call['actor'], unknown, QueryOf<typeof site.listCourses>>) {
  const { ctx, query } = call;
  const { subject_id } = query;
  const [page, sort] = [query.page ?? 1, query.sort ?? 'default'];
  const text = query.text?.trim() ?? '';
  const find = () => findCourses(ctx.db, { text, subject_id, sort, page });
  if (text === '') return sendCached(call, `courses ${subject_id ?? ''} ${sort} ${page}`, find);
  const results = await find();
  if (page === 1) await recordSearch(ctx.db, { word: text, results: results.total, now: ctx.clock() });
  return respond(results, {});
}
