import type { Translate } from '@kaike/shared/kit/wording';

/** Study time in words, to the minute; less than one counts as one, as long as there is any. */
export function studyTime(t: Translate, seconds: number): string {
  const minutes = seconds > 0 ? Math.max(1, Math.round(seconds / 60)) : 0;
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? t('watching.records.hours', { hours, minutes: minutes % 60 }) : t('watching.records.minutes', { minutes });
}
