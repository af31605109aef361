import type { MyCourse } from '@kaike/shared/contracts/catalog/courses';
import { deviceTimeZone } from '@kaike/shared/kit/dates/device-time-zone';
import { useDates } from '../../../app/dates.ts';
import { useLocale, useT } from '../../../app/wording.ts';
import { accessWords } from './access-words.ts';
import css from './courses.module.css';

type Access = MyCourse['access'];

/** Until when a member has access, as this reader says it. */
export function useAccessWords(access: Access): ReturnType<typeof accessWords> {
  return accessWords(useT(), { access, locale: useLocale(), now: new Date(), time_zone: deviceTimeZone() });
}

/** Until when a member has access, as a line; the exact time is shown on hover. */
export function AccessNote({ access }: { access: Access }) {
  const { text, is_near } = useAccessWords(access);
  const dates = useDates();
  if (text === '') return null;
  return (
    <span
      className={is_near ? `${css['access']} ${css['near']}` : css['access']}
      title={access.end_at ? dates.minute(access.end_at) : undefined}
    >
      {text}
    </span>
  );
}
