import type { Context } from '../../../core/context.ts';
import { suggest } from '../search-terms/public.ts';
import { wordsFindingCourses } from './reads/find-courses.read.ts';
import { cachedForMinute } from './cached.ts';

/** The school's own words, and those searched for that still find something: a course may have been hidden since. */
export async function suggestWords(ctx: Context, prefix: string): Promise<string[]> {
  const terms = await suggest(ctx.db, prefix);
  const searched = terms.filter((term) => !term.is_pinned).map(({ word }) => word);
  const finding = await cachedForMinute(ctx, `finding ${JSON.stringify(searched)}`, () =>
    wordsFindingCourses(ctx.db, searched),
  );
  return terms.filter((term) => term.is_pinned || finding.includes(term.word)).map(({ word }) => word);
}
