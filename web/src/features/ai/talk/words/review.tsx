import { useEffect, useRef, useState } from 'react';
import cardWords from 'virtual:locale/sentence_cards';
import talkWords from 'virtual:locale/talk';
import type { BookWord } from '@kaike/shared/contracts/ai/ai-words';
import * as aiWords from '@kaike/shared/contracts/ai/ai-words';
import { wordRating, wordRatingChoices, type WordRating } from '@kaike/shared/domain/ai/word-state';
import { call } from '../../../../api/client.ts';
import { createRequestKeys } from '../../../../api/request-key.ts';
import { Button } from '../../../../ui/button.tsx';
import { ProgressBar } from '../../../../ui/parts.tsx';
import { toastError } from '../toast-error.ts';
import { newDeck, rateTop, spanUnit, type Deck } from './review-deck.ts';
import { SentenceCard, WordCard } from './card.tsx';
import css from '../talk.module.css';

const maxMs = 3_600_000;

/** Sends each rating once: the same key for another try, a new one for the next card. */
function useRating(words: readonly BookWord[], onLeft: (dueCount: number) => void) {
  const [deck, setDeck] = useState<Deck>(() => newDeck(words));
  const [keys] = useState(createRequestKeys);
  const [isBusy, setIsBusy] = useState(false);
  const shownAt = useRef(performance.now());
  const top = deck.words[0];
  const rate = async (rating: WordRating): Promise<void> => {
    if (!top || isBusy) return;
    setIsBusy(true);
    const ms = Math.min(maxMs, Math.round(performance.now() - shownAt.current));
    const requestId = keys.keyOf({ id: top.id, rating });
    try {
      const body = { rating, ms, request_id: requestId };
      const { due_count } = await call(aiWords.reviewWord, { params: { id: top.id }, body, quiet: true });
      keys.renew();
      shownAt.current = performance.now();
      setDeck((before) => rateTop(before, rating === wordRating.again));
      onLeft(due_count);
    } catch (error) {
      toastError(error);
    } finally {
      setIsBusy(false);
    }
  };
  return { deck, top, rate, open: () => setDeck((before) => ({ ...before, is_open: true })) };
}

/** Cards: the word, then its meaning, then how well it was remembered, by keys, too. */
export function Review({ words, onLeft }: { words: readonly BookWord[]; onLeft: (dueCount: number) => void }) {
  const t = talkWords.useT();
  const c = cardWords.useT();
  const { deck, top, rate, open } = useRating(words, onLeft);
  const { is_open, done, count } = deck;
  const latest = useRef({ rate, open, isOpen: is_open });
  useEffect(() => {
    latest.current = { rate, open, isOpen: is_open };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
      const rating = wordRatingChoices.find(({ value }) => String(value) === event.key)?.value;
      if (rating && latest.current.isOpen) void latest.current.rate(rating);
      // On a button the space bar presses it.
      const isFree = !(event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement);
      if (event.key === ' ' && isFree && !latest.current.isOpen) {
        event.preventDefault();
        latest.current.open();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  if (!top)
    return (
      <div className={css['card']} role="status">
        <h2>{t('talk.review.done')}</h2>
        <p className={css['meta']}>{t('talk.review.done_text', { count: done })}</p>
      </div>
    );
  return (
    <section className={css['stack']}>
      <ProgressBar
        percent={Math.round((done / count) * 100)}
        label={t('talk.review.progress', { done: done + 1, count })}
      />
      <div className={css['card']} aria-live="polite">
        {top.kind === 'sentence' ? (
          <SentenceCard word={top} isOpen={is_open} />
        ) : (
          <WordCard word={top} isOpen={is_open} />
        )}
      </div>
      {is_open ? (
        <div className={css['ratings']} role="group" aria-label={t('talk.review.rate')}>
          {wordRatingChoices.map(({ value, key }, index) => {
            const { unit, count: span } = spanUnit(top.intervals[index] ?? 0);
            return (
              <button key={key} type="button" onClick={() => void rate(value)}>
                <strong>{t(`talk.review.${key}`)}</strong>
                <span className={css['meta']}>{t(`talk.review.span.${unit}`, { count: span })}</span>
              </button>
            );
          })}
        </div>
      ) : (
        <Button look="primary" block onClick={open}>
          {top.kind === 'sentence' ? c('sentence_cards.show') : t('talk.review.show')}
        </Button>
      )}
      <p className={css['meta']}>{t('talk.review.keys')}</p>
    </section>
  );
}
