import talkWords from 'virtual:locale/talk';
import type { TalkSettings } from '@kaike/shared/contracts/ai/ai-talk';
import { formatSpan } from '@kaike/shared/kit/format';
import { useLocale } from '../../../../app/wording.ts';
import css from '../talk.module.css';

/** What holds for a minor, before a talk begins. */
export function MinorNote({ settings }: { settings: TalkSettings | undefined }) {
  const t = talkWords.useT();
  const locale = useLocale();
  const minor = settings?.minor;
  if (!minor) return null;
  const { limit, left_sec, quiet } = minor;
  if (limit)
    return (
      <p className={css['problem']} role="status">
        {limit}
      </p>
    );
  return (
    <p className={css['meta']}>
      {t('talk.home.minor_left', { time: formatSpan(left_sec, locale) })}
      {quiet === '' ? '' : ` ${t('talk.home.minor_quiet', { quiet })}`}
    </p>
  );
}
