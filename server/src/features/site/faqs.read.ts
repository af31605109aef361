import type { FaqTopic } from '@kaike/shared/domain/site/faq-topic';
import { faqTopicChoices } from '@kaike/shared/domain/site/faq-topic';
import { switchStatus } from '@kaike/shared/domain/courses/course-status';
import type { SiteFaq } from '@kaike/shared/contracts/site';
import type { Db } from '../../db/pool.ts';

const maxFaqs = 200;
const maxOfCourse = 12;

/** Enabled questions of the school by topic; topics without any are left out. */
export async function readFaqs(db: Db): Promise<{ topic: FaqTopic; faqs: SiteFaq[] }[]> {
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
    .map(({ value: topic }) => ({ topic, faqs: rows.filter((row) => row.topic === topic) }))
    .filter(({ faqs }) => faqs.length > 0);
}

/** The questions of a course, before those of the school about buying. */
export async function readCourseFaqs(db: Db, courseId: number): Promise<SiteFaq[]> {
  return db
    .selectFrom('faqs')
    .select(['id', 'question', 'answer'])
    .where((where) =>
      where.or([
        where('course_id', '=', courseId),
        where.and([where('course_id', 'is', null), where('topic', '=', 'orders')]),
      ]),
    )
    .where('status', '=', switchStatus.on)
    .where('deleted_at', 'is', null)
    .orderBy((order) => order('course_id', 'is', null))
    .orderBy('sort')
    .orderBy('id')
    .limit(maxOfCourse)
    .execute();
}
