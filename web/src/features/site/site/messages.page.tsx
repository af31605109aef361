import { useCallback } from 'react';
import { Link } from 'react-router';
import siteWords from 'virtual:locale/site';
import type { SiteMessage } from '@kaike/shared/contracts/site/site';
import * as site from '@kaike/shared/contracts/site/site';
import { useDates } from '../../../app/dates.ts';
import { call } from '../../../api/client.ts';
import { Column } from './home/columns.tsx';
import { ListPage, Pager, usePage } from './list-page.tsx';
import css from './site.module.css';

function News({ messages }: { messages: readonly SiteMessage[] }) {
  const dates = useDates();
  return (
    <ul className={css['news']}>
      {messages.map((one) => (
        <li key={one.id}>
          <Link to={`/open/messages/${one.id}`}>
            <strong>{one.title}</strong>
            <time dateTime={one.sent_at} className={css['quiet']}>
              {dates.day(one.sent_at)}
            </time>
            <span className={css['quiet']}>{one.summary}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Public notices, latest first, below the columns placed among the articles. */
export function MessagesPage() {
  const t = siteWords.useT();
  const page = usePage();
  const load = useCallback((signal: AbortSignal) => call(site.listMessages, { query: { page }, signal }), [page]);
  return (
    <ListPage
      title={t('site.messages.title')}
      load={load}
      empty={{
        icon: 'bell',
        title: t('site.messages.empty'),
        is: ({ data, columns }) => data.length + (page === 1 ? columns.length : 0) === 0,
      }}
    >
      {(list) => (
        <>
          {list.columns.map((column) => (
            <Column key={column.id} column={column} />
          ))}
          <News messages={list.data} />
          <Pager page={page} hasMore={list.has_more} hrefOf={(to) => `/open/messages?page=${to}`} />
        </>
      )}
    </ListPage>
  );
}
