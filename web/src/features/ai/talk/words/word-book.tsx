import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import cardWords from 'virtual:locale/sentence_cards';
import talkWords from 'virtual:locale/talk';
import * as aiWords from '@kaike/shared/contracts/ai/ai-words';
import { formatRelative } from '@kaike/shared/kit/format';
import { call } from '../../../../api/client.ts';
import { PagedList } from '../../../../app/components/paged-list.tsx';
import { toast } from '../../../../app/toasts.ts';
import { useLocale } from '../../../../app/wording.ts';
import { TextField } from '../../../../ui/fields.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { EmptyState, Tag } from '../../../../ui/parts.tsx';
import { Chinese } from '../chinese.tsx';
import { toastError } from '../toast-error.ts';
import { wordsKey } from '../talk.queries.ts';
import { ReadWord } from '../voice/read-word.tsx';
import css from '../talk.module.css';

/** All words of the learner, to search and to remove. */
export function WordBook() {
  const t = talkWords.useT();
  const c = cardWords.useT();
  const locale = useLocale();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const list = useInfiniteQuery({
    queryKey: [...wordsKey, 'book', keyword],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(aiWords.listWords, { query: { page: pageParam, keyword }, signal, quiet: true }),
    getNextPageParam: (last) => (last.has_more ? last.current_page + 1 : undefined),
    placeholderData: (before) => before,
  });
  const hasWords = (list.data?.pages[0]?.data.length ?? 0) > 0;
  const now = new Date();
  const remove = async (id: number): Promise<void> => {
    await call(aiWords.deleteWord, { params: { id }, quiet: true });
    toast('info', t('talk.review.removed'));
    await client.invalidateQueries({ queryKey: wordsKey });
  };
  return (
    <section>
      <h2>{t('talk.review.book')}</h2>
      {hasWords || text !== '' ? (
        <TextField
          label={t('talk.review.search')}
          showLabel={false}
          icon="search"
          type="search"
          value={text}
          maxLength={50}
          onChange={setText}
        />
      ) : null}
      <PagedList
        list={list}
        empty={
          keyword === '' ? (
            <EmptyState icon="book-open" title={t('talk.review.none')} text={t('talk.review.none_text')} />
          ) : (
            <p role="status">{t('talk.review.no_match')}</p>
          )
        }
      >
        {(words) => (
          <ul className={css['list']}>
            {words.map(({ id, lemma, language, kind, gloss, due_at }) => (
              <li key={id} className={css['person']}>
                <strong lang={language}>{lemma}</strong>
                {kind === 'word' && gloss ? <Chinese>{gloss}</Chinese> : null}
                {kind === 'sentence' ? <span>{c('sentence_cards.sentence')}</span> : null}
                {new Date(due_at) <= now ? (
                  <Tag tone="warning">{t('talk.review.due')}</Tag>
                ) : (
                  <span className={css['meta']}>
                    {t('talk.review.due_at', { time: formatRelative(due_at, { now, locale }) })}
                  </span>
                )}
                <ReadWord word={{ id, lemma, language }} />
                <button
                  type="button"
                  className={css['icon']}
                  aria-label={t('talk.review.remove', { word: lemma })}
                  onClick={() => void remove(id).catch(toastError)}
                >
                  <Icon name="close" />
                </button>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}
