import { useQuery } from '@tanstack/react-query';
import accountWords from 'virtual:locale/account';
import type { MySeconds } from '@kaike/shared/contracts/ai/ai-seconds';
import * as aiSeconds from '@kaike/shared/contracts/ai/ai-seconds';
import { secondsTypeChoices } from '@kaike/shared/domain/ai/second-log';
import { formatSpan } from '@kaike/shared/kit/format';
import { useCanPay } from '../../../app/config.ts';
import { useDates } from '../../../app/dates.ts';
import { call } from '../../../api/client.ts';
import { LoadFailure } from '../../../app/loading/load-failure.tsx';
import { useTitle } from '../../../app/use-title.ts';
import { useLocale } from '../../../app/wording.ts';
import { Card, Skeleton } from '../../../ui/parts.tsx';
import { AccountHeader } from './profile/account-header.tsx';
import css from './member-account.module.css';

function EntryRow({
  entry: { type, delta, balance_after: after, created_at: at },
}: {
  entry: MySeconds['entries'][number];
}) {
  const dates = useDates();
  const t = accountWords.useT();
  const locale = useLocale();
  const name = secondsTypeChoices.find(({ value }) => value === type)?.key ?? 'admin';
  return (
    <li>
      <div className={css['row']}>
        <span>
          {t(`account.ai_time.types.${name}`)}
          <br />
          <small>{dates.when(at)}</small>
          <br />
          <small>{t('account.ai_time.after', { time: formatSpan(after, locale) })}</small>
        </span>
        <strong>
          {delta > 0 ? '+' : '−'}
          {formatSpan(Math.abs(delta), locale)}
        </strong>
      </div>
    </li>
  );
}

/** How much time with the AI teacher I have left, and what changed it. */
export function AiSecondsPage() {
  const t = accountWords.useT();
  const canPay = useCanPay();
  const locale = useLocale();
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['account', 'ai-seconds'],
    queryFn: () => call(aiSeconds.getMySeconds),
  });
  useTitle(t('account.ai_time.title'));
  if (isError && !data) return <LoadFailure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={240} />;
  const { seconds_left, free_sec_today: free, entries } = data;
  const freeToday = free > 0 ? t('account.ai_time.free_today', { time: formatSpan(free, locale) }) : null;
  return (
    <div className={css['stack']}>
      <AccountHeader title={t('account.ai_time.title')} />
      <Card>
        <h2>
          {seconds_left > 0
            ? t('account.ai_time.left', { time: formatSpan(seconds_left, locale) })
            : (freeToday ?? t('account.ai_time.none_left'))}
        </h2>
        {seconds_left > 0 && freeToday ? <p className={css['muted']}>{freeToday}</p> : null}
        {entries.length === 0 ? (
          <p className={css['muted']}>{t(canPay ? 'account.ai_time.no_entries' : 'account.ai_time.no_entries_card')}</p>
        ) : (
          <ul className={css['rows']}>
            {entries.map((entry) => (
              <EntryRow key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}
