import { useCallback } from 'react';
import { Link, useParams } from 'react-router';
import siteWords from 'virtual:locale/site';
import * as site from '@kaike/shared/contracts/site/site';
import { useDates } from '../../../app/dates.ts';
import { call } from '../../../api/client.ts';
import { useTitle } from '../../../app/use-title.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Card } from '../../../ui/parts.tsx';
import { RichText } from './records/rich-text.tsx';
import { SiteFrame } from './site-frame.tsx';
import css from './site.module.css';
import { RecordStates } from './records/record-states.tsx';
import { useRecord } from './records/use-record.ts';

/** One public notice. */
export function MessagePage() {
  const dates = useDates();
  const t = siteWords.useT();
  const id = useParams()['id'] ?? '';
  const load = useCallback(
    (signal: AbortSignal) => call(site.getMessage, { params: { id }, signal, quiet: true }),
    [id],
  );
  const state = useRecord(load);
  const { data } = state;
  useTitle(data?.row.title ?? t('site.messages.title'));
  return (
    <SiteFrame>
      <Link to="/open/messages" className={css['back']}>
        <Icon name="left" size={18} />
        {t('site.messages.back')}
      </Link>
      <RecordStates
        state={state}
        missing={{
          title: t('site.messages.gone'),
          action: (
            <Link className={buttonClass('primary')} to="/open/messages">
              {t('site.messages.back')}
            </Link>
          ),
        }}
        skeleton={[240]}
      >
        {({ row }) => (
          <Card className={css['article'] ?? ''}>
            <h1 className={css['title']}>{row.title}</h1>
            <time dateTime={row.sent_at} className={css['quiet']}>
              {dates.day(row.sent_at)}
            </time>
            <RichText text={row.body} />
          </Card>
        )}
      </RecordStates>
    </SiteFrame>
  );
}
