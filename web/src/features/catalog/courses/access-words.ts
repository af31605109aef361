import type { MyCourse } from '@kaike/shared/contracts/catalog/courses';
import { formatShortDay } from '@kaike/shared/kit/dates/format-when';
import type { Translate } from '@kaike/shared/kit/wording';

type Access = MyCourse['access'];
type AccessContext = { access: Access; locale: string; now: Date; time_zone: string };

const dayMs = 86_400_000;
/** Below this many days ahead the end of access is given in days, and for the last ones of them it is urgent. */
const shownDays = 30;
const nearDays = 14;

/** Until when a member has access, in words; `is_near` when it ends soon or has ended. */
export function accessWords(
  t: Translate,
  { access, locale, now, time_zone }: AccessContext,
): { text: string; is_near: boolean } {
  const { state, end_at: end } = access;
  if (state === 'free') return { text: t('courses.free'), is_near: false };
  if (!end) return { text: state === 'owned' ? t('courses.forever') : '', is_near: false };
  const day = (moment: Date | string): string => formatShortDay(moment, { locale, timeZone: time_zone, now });
  if (state === 'ended') return { text: t('courses.ended_on', { date: day(end) }), is_near: true };
  if (day(end) === day(now)) return { text: t('courses.last_day'), is_near: true };
  const days = Math.ceil((new Date(end).getTime() - now.getTime()) / dayMs);
  return days < shownDays
    ? { text: t('courses.days_left', { days }), is_near: days <= nearDays }
    : { text: t('courses.until', { date: day(end) }), is_near: false };
}
