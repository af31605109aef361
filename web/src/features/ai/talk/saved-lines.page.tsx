import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import talkWords from 'virtual:locale/talk';
import * as aiMessages from '@kaike/shared/contracts/ai/ai-messages';
import type { SavedLine } from '@kaike/shared/contracts/ai/ai-talk';
import * as aiTalk from '@kaike/shared/contracts/ai/ai-talk';
import { call } from '../../../api/client.ts';
import { useDates } from '../../../app/dates.ts';
import { PagedList } from '../../../app/components/paged-list.tsx';
import { useTitle } from '../../../app/use-title.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/parts.tsx';
import { BackLink } from './back-link.tsx';
import { Chinese } from './chinese.tsx';
import { toastError } from './toast-error.ts';
import css from './talk.module.css';

/** A line, which stays in the list until the page is left, so that it can be kept again. */
function Line({ line }: { line: SavedLine }) {
  const t = talkWords.useT();
  const dates = useDates();
  const [isSaved, setIsSaved] = useState(true);
  const toggle = async (): Promise<void> => {
    await call(aiMessages.saveLine, { params: { id: line.id }, body: { saved: !isSaved }, quiet: true });
    setIsSaved(!isSaved);
  };
  return (
    <li className={css['sentence']}>
      <p lang={line.language}>{line.content}</p>
      {line.translation ? (
        <p>
          <Chinese look="meta">{line.translation}</Chinese>
        </p>
      ) : null}
      <p className={css['meta']}>
        {[line.people_name, line.title, dates.when(line.created_at)].join(' · ')}
        {line.is_scripted ? null : ` · ${t('talk.ai_made')}`}
      </p>
      <div className={css['row']}>
        <Link className={css['tool']} to={`/home/ai-teacher/talks/${line.chat_id}`}>
          {t('talk.history.open')}
        </Link>
        <button type="button" className={css['tool']} onClick={() => void toggle().catch(toastError)}>
          {t(isSaved ? 'talk.line.unsave' : 'talk.line.save')}
        </button>
      </div>
    </li>
  );
}

/** Lines of the teacher that the learner keeps, newest first. */
export function SavedLinesPage() {
  const t = talkWords.useT();
  useTitle(t('talk.saved.title'));
  const list = useInfiniteQuery({
    queryKey: ['talk', 'saved'],
    initialPageParam: 0,
    queryFn: ({ pageParam: before, signal }) =>
      call(aiTalk.listSavedLines, { query: before ? { before } : {}, signal, quiet: true }),
    getNextPageParam: ({ data: page, has_more }) => (has_more ? page.at(-1)?.id : undefined),
    // What was kept in a talk meanwhile belongs here at once.
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <div className={css['root']}>
      <BackLink />
      <h1>{t('talk.saved.title')}</h1>
      <PagedList
        list={list}
        empty={
          <EmptyState
            icon="list"
            title={t('talk.saved.empty')}
            text={t('talk.saved.empty_text')}
            action={
              <Link className={buttonClass('primary')} to="/home/ai-teacher">
                {t('talk.ways.home')}
              </Link>
            }
          />
        }
      >
        {(lines) => (
          <ul className={css['list']}>
            {lines.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}
