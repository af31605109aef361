import type { Translate } from '@kaike/shared/kit/wording';

const minute = 60;
const hour = 3600;

/** A length of study as people say it: under a minute, minutes, hours and minutes. */
export function minutesText(t: Translate, seconds: number): string {
  if (seconds <= 0) return t('home.minutes', { minutes: 0 });
  if (seconds < minute) return t('home.seconds', { seconds });
  const minutes = Math.round(seconds / minute);
  return seconds < hour ? t('home.minutes', { minutes }) : t('home.hours', { hours: Math.floor(minutes / minute), minutes: minutes % minute });
}
