import { htmlOfText } from '@kaike/shared/domain/site/rich-text';
import { startOfDay } from '@kaike/shared/kit/dates/school-days';
import { formatDay, formatSpan } from '@kaike/shared/kit/format';
import type { Translate } from '@kaike/shared/kit/wording';
import { sanitizeRichText } from '../../../../kit/fields/sanitize-rich-text.ts';
import type { NoticeFacts } from '../../../../db/types/stored-json.ts';

type Reader = { t: Translate; locale: string };
type NoticeText = { title: string; body: string };
type Week = Extract<NoticeFacts, { kind: 'week' }>;

const key = 'study_notices';

function weekTitle({ study_sec, days, ending }: Week, { t, locale }: Reader): string {
  if (study_sec > 0) return t(`${key}.week.title`, { time: formatSpan(study_sec, locale), days });
  return ending ? t(`${key}.week.ending_title`, { title: ending.title }) : t(`${key}.week.name`);
}

function weekLines(week: Week, { t, locale }: Reader): string[] {
  const day = (moment: string | Date): string => formatDay(moment, { locale });
  const lines = [
    week.study_sec > 0
      ? t(`${key}.week.study`, {
          monday: day(startOfDay(week.monday)),
          time: formatSpan(week.study_sec, locale),
          days: week.days,
        })
      : t(`${key}.week.none`),
  ];
  // Less than the week before is nobody's business.
  const more = week.study_sec - week.before_sec;
  if (week.before_sec > 0 && more >= 60) lines.push(t(`${key}.week.more`, { time: formatSpan(more, locale) }));
  if (week.lessons > 0) lines.push(t(`${key}.week.lessons`, { count: week.lessons }));
  for (const title of week.courses) lines.push(t(`${key}.week.course`, { title }));
  if (week.ending) lines.push(t(`${key}.week.ending`, { title: week.ending.title, day: day(week.ending.end_at) }));
  return lines;
}

/** A notice in the words of its reader: what the school wrote, or what the facts of the reader's study say, and the page that shows more. */
export function noticeWords(
  notice: NoticeText & { facts: NoticeFacts | null },
  reader: Reader,
): NoticeText & { path: string | null } {
  const { facts } = notice;
  const { t } = reader;
  if (facts === null) return { title: notice.title, body: notice.body, path: null };
  if (facts.kind === 'reminder')
    return {
      title: t(`${key}.reminder.title`, { count: facts.left_min }),
      body: htmlOfText(t(`${key}.reminder.body`, { count: facts.goal_min })),
      path: null,
    };
  return {
    title: weekTitle(facts, reader),
    body: sanitizeRichText(weekLines(facts, reader).map(htmlOfText).join('')),
    // Without study the notice says what ends; that is not on the page of the week.
    path: facts.study_sec > 0 ? `/home/learning-records/week?day=${facts.monday}` : null,
  };
}
