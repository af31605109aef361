import type { Translate } from '@kaike/shared/kit/wording';

/** Study time in the reader's words; what was begun counts as its first minute. */
export function spentTime(t: Translate, seconds: number): string {
  const minutes = seconds > 0 ? Math.max(1, Math.round(seconds / 60)) : 0;
  return minutes < 60 ? t('account.calendar.minutes', { count: minutes }) : t('account.calendar.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
