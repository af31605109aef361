import type * as site from '@kaike/shared/contracts/site/site';
import { suggestTitles } from '../reads/find-courses.read.ts';
import { suggestWords } from '../suggest-words.ts';
import type { CallOf } from '../../../../core/call.ts';

export async function suggestCourses({ ctx, query }: CallOf<typeof site.suggestCourses>) {
  const text = query.text ?? '';
  const [courses, words] = await Promise.all([suggestTitles(ctx.db, text), suggestWords(ctx, text)]);
  return { courses, words: words.slice(0, maxWords) };
}

const maxWords = 4;
