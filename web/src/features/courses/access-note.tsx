import type { MyCourse } from '@kaike/shared/contracts/courses';
import { formatDateTime } from '@kaike/shared/kit/format';
import { useLocale, useT } from '../../app/wording.ts';
import { accessWords } from './access-words.ts';
import css from './courses.module.css';

/** Until when a member has access, as a line; the exact time is shown on hover. */
export function AccessNote({ access }: { access: MyCourse['access'] }) {
  const t = useT();
  const locale = useLocale();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { text, is_near: isNear } = accessWords(t, { access, locale, now: new Date(), time_zone: zone });
  if (text === '') return null;
  return (
    <span
      className={isNear ? `${css['access']} ${css['near']}` : css['access']}
      title={access.end_at ? formatDateTime(access.end_at, { timeZone: zone }) : undefined}
    >
      {text}
    </span>
  );
}
