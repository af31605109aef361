import { useCallback } from 'react';
import { Link, useParams } from 'react-router';
import siteWords from 'virtual:words/site';
import { getMessage } from '@kaike/shared/contracts/site';
import { formatDay } from '@kaike/shared/kit/format';
import { call } from '../../api/client.ts';
import { LoadFailure } from '../../app/loading/load-failure.tsx';
import { useTitle } from '../../app/use-title.ts';
import { useLocale } from '../../app/wording.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card, EmptyState, Skeleton } from '../../ui/parts.tsx';
import { RichText } from './records/rich-text.tsx';
import { SiteFrame } from './site-frame.tsx';
import css from './site.module.css';
import { useRecord } from './records/use-record.ts';

/** One public notice. */
export function MessagePage() {
  const t = siteWords.useT();
  const locale = useLocale();
  const id = useParams()['id'] ?? '';
  const load = useCallback((signal: AbortSignal) => call(getMessage, { params: { id }, signal, quiet: true }), [id]);
  const { data, failed, error, isGone, reload } = useRecord(load);
  useTitle(data?.row.title ?? t('site.messages.title'));
  return (
    <SiteFrame>
      <Link to="/open/messages" className={css['back']}>
        <Icon name="left" size={18} />
        {t('site.messages.back')}
      </Link>
      {isGone ? (
        <EmptyState
          heading="h1"
          icon="search"
          title={t('site.messages.gone')}
          action={
            <Link className={buttonClass('primary')} to="/open/messages">
              {t('site.messages.back')}
            </Link>
          }
        />
      ) : null}
      {failed ? <LoadFailure error={error} retry={reload} /> : null}
      {!data && !failed && !isGone ? (
        <div aria-busy="true">
          <Skeleton height={240} />
        </div>
      ) : null}
      {data ? (
        <Card className={css['article'] ?? ''}>
          <h1 className={css['title']}>{data.row.title}</h1>
          <time dateTime={data.row.sent_at} className={css['quiet']}>
            {formatDay(data.row.sent_at, { locale })}
          </time>
          <RichText text={data.row.body} />
        </Card>
      ) : null}
    </SiteFrame>
  );
}
