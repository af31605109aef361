import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import talkWords from 'virtual:locale/talk';
import * as aiWords from '@kaike/shared/contracts/ai/ai-words';
import { call } from '../../../api/client.ts';
import { LoadFailure } from '../../../app/loading/load-failure.tsx';
import { useTitle } from '../../../app/use-title.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/parts.tsx';
import { BackLink } from './back-link.tsx';
import { Review } from './words/review.tsx';
import { WordBook } from './words/word-book.tsx';
import { progressKey, useProgress, wordsKey } from './talk.queries.ts';
import css from './talk.module.css';

/** Today's review, and below it all words. */
export function WordsPage() {
  const t = talkWords.useT();
  const client = useQueryClient();
  const [round, setRound] = useState(0);
  const [dueCount, setDueCount] = useState(0);
  // A card that was rated stays away from its round, so the round is not loaded again by itself.
  const { data, error, refetch } = useQuery({
    queryKey: [...wordsKey, 'due', round],
    queryFn: ({ signal }) => call(aiWords.listWords, { query: { due: true }, signal, quiet: true }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const hasWords = (useProgress().data?.words.total ?? 0) > 0;
  const noteRated = (count: number): void => {
    setDueCount(count);
    // Below, each word says when it is due.
    void client.invalidateQueries({ queryKey: [...wordsKey, 'book'] });
  };
  useTitle(t('talk.review.title'));
  useEffect(() => () => void client.invalidateQueries({ queryKey: progressKey, refetchType: 'none' }), [client]);
  if (error && !data) return <LoadFailure error={error} retry={() => void refetch()} />;
  return (
    <div className={css['root']}>
      <BackLink />
      <h1>{t('talk.review.title')}</h1>
      {data ? null : <Skeleton height={260} />}
      {data && data.data.length > 0 ? <Review key={round} words={data.data} onLeft={noteRated} /> : null}
      {hasWords && data?.data.length === 0 ? (
        <div className={css['card']}>
          <h2>{t('talk.review.empty')}</h2>
          <p className={css['meta']}>{t('talk.review.empty_text')}</p>
        </div>
      ) : null}
      {dueCount > 0 && data && data.due_count > data.data.length ? (
        <div className={css['spread']}>
          <span className={css['meta']}>{t('talk.review.left', { count: dueCount })}</span>
          <Button
            onClick={() => {
              setDueCount(0);
              setRound(round + 1);
            }}
          >
            {t('talk.review.go_on')}
          </Button>
        </div>
      ) : null}
      <WordBook />
    </div>
  );
}
