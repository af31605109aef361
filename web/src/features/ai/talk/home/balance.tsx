import { Link } from 'react-router';
import talkWords from 'virtual:locale/talk';
import type { MySeconds } from '@kaike/shared/contracts/ai/ai-seconds';
import { formatSpan } from '@kaike/shared/kit/format';
import { useLocale } from '../../../../app/wording.ts';
import { Skeleton } from '../../../../ui/parts.tsx';
import { hasTime } from '../talk.queries.ts';
import { MoreTime } from './more-time.tsx';
import css from '../talk.module.css';

/** What is left to talk with, and what it buys. */
export function Balance({ seconds }: { seconds: MySeconds | undefined }) {
  const t = talkWords.useT();
  const locale = useLocale();
  if (!seconds) return <Skeleton height={52} />;
  const { seconds_left, free_sec_today: free } = seconds;
  // Who has nothing but free seconds still has time to talk.
  const FreeSeconds = seconds_left > 0 ? 'span' : 'strong';
  return (
    <div>
      <p className={css['balance']}>
        {seconds_left > 0 ? <strong>{t('talk.left', { time: formatSpan(seconds_left, locale) })}</strong> : null}
        {free > 0 ? <FreeSeconds>{t('talk.free_today', { time: formatSpan(free, locale) })}</FreeSeconds> : null}
        {hasTime(seconds) ? null : <strong>{t('talk.left_none')}</strong>}
        <Link to="/home/personage/ai-seconds">{t('talk.to_ledger')}</Link>
      </p>
      {hasTime(seconds) ? null : <MoreTime />}
      <p className={css['meta']}>{t('talk.about_cost')}</p>
    </div>
  );
}
