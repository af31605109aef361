import type { MyCourse } from '@kaike/shared/contracts/courses';
import { formatMinute } from '@kaike/shared/kit/dates/format-when';
import { useLocale, useT } from '../../app/wording.ts';
import { accessWords } from './access-words.ts';
import css from './courses.module.css';

/** Until when a member has access, as a line; the exact time is shown on hover. */
export function AccessNote({ access }: { access: MyCourse['access'] }) {
  const t = useT();
  const locale = useLocale();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const now = new Date();
  const { text, is_near: isNear } = accessWords(t, { access, locale, now, time_zone: zone });
  if (text === '') return null;
  return (
    <span
      className={isNear ? `${css['access']} ${css['near']}` : css['access']}
      title={access.end_at ? formatMinute(access.end_at, { locale, timeZone: zone, now }) : undefined}
    >
      {text}
    </span>
  );
}
