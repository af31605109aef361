import { useCallback } from 'react';
import siteWords from 'virtual:locale/site';
import * as site from '@kaike/shared/contracts/site/site';
import { call } from '../../../api/client.ts';
import { TeacherGrid } from './records/cards.tsx';
import { ListPage, Pager, usePage } from './list-page.tsx';

/** The teachers of the school. */
export function TeachersPage() {
  const t = siteWords.useT();
  const page = usePage();
  const load = useCallback((signal: AbortSignal) => call(site.listTeachers, { query: { page }, signal }), [page]);
  return (
    <ListPage
      title={t('site.teachers.title')}
      load={load}
      empty={{
        icon: 'user',
        title: t('site.teachers.empty'),
        text: t('site.teachers.empty_text'),
        is: ({ data }) => data.length === 0,
      }}
    >
      {(list) => (
        <>
          <TeacherGrid teachers={list.data} />
          <Pager page={page} hasMore={list.has_more} hrefOf={(to) => `/open/teachers?page=${to}`} />
        </>
      )}
    </ListPage>
  );
}
