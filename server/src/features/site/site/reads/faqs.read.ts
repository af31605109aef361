import { sql, type RawBuilder } from 'kysely';
import type { FaqTopic } from '@kaike/shared/domain/site/faq-topic';
import { faqTopicChoices } from '@kaike/shared/domain/site/faq-topic';
import { switchStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import type { SiteFaq } from '@kaike/shared/contracts/site/site';
import type { Locale } from '@kaike/shared/locales/languages';
import { shippedText } from '../../../../core/wording.ts';
import type { Db } from '../../../../db/pool.ts';

const maxFaqs = 200;
const maxOfCourse = 12;

/** A question in the reader's language where it is one that every school comes with. */
export const wordedIn =
  (locale: Locale) =>
  <F extends SiteFaq>(faq: F): F => ({
    ...faq,
    question: shippedText(faq.question, locale),
    answer: shippedText(faq.answer, locale),
  });

/** Enabled questions of the school by topic; topics without any are left out. */
export async function loadFaqs(db: Db, locale: Locale): Promise<{ topic: FaqTopic; faqs: SiteFaq[] }[]> {
  const rows = await db
    .selectFrom('faqs')
    .select(['id', 'question', 'answer', 'topic'])
    .where('course_id', 'is', null)
    .where('status', '=', switchStatus.on)
    .where('deleted_at', 'is', null)
    .orderBy('sort')
    .orderBy('id')
    .limit(maxFaqs)
    .execute();
  return faqTopicChoices
    .map(({ value: topic }) => ({ topic, faqs: rows.filter((row) => row.topic === topic).map(wordedIn(locale)) }))
    .filter(({ faqs }) => faqs.length > 0);
}

/** The questions of a course, before those of the school about buying. */
export const faqsOfCourse = (
  courseId: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`select id, question, answer from faqs
  where (course_id = ${courseId} or course_id is null and topic = 'orders') and status = ${switchStatus.on} and deleted_at is null
  order by course_id is null, sort, id limit ${maxOfCourse}`;
