import { useState } from 'react';
import type { ListPage } from '../use-resource.ts';
import type { ResourceWording } from '../words/use-words.ts';
import { pageSizes, type ListState } from './use-list-state.ts';

type Props = { list: ListPage | undefined; state: ListState; words: ResourceWording; narrow: boolean };

const around = 2;

/** Page numbers to show: the first, the last and those near the current page; null is a gap. */
export function pagesAround(page: number, last: number): (number | null)[] {
  const near = [...new Set([1, last, ...Array.from({ length: around * 2 + 1 }, (_, index) => page - around + index)])]
    .filter((one) => one >= 1 && one <= last)
    .sort((a, b) => a - b);
  return near.flatMap((one, index) => (index > 0 && one - (near[index - 1] ?? 0) > 1 ? [null, one] : [one]));
}

/** The last page as far as known; a full page of an uncounted list has a next one. */
export function lastPageOf(list: ListPage, state: Pick<ListState, 'page' | 'per_page'>): number {
  if (list.total !== null) return Math.max(1, Math.ceil(list.total / state.per_page));
  return list.data.length < state.per_page ? state.page : state.page + 1;
}

function JumpToPage({ last, state, words }: { last: number; state: ListState; words: ResourceWording }) {
  const [typed, setTyped] = useState('');
  return (
    <form
      className="kk-jump"
      onSubmit={(event) => {
        event.preventDefault();
        const page = Math.min(last, Math.max(1, Math.trunc(Number(typed))));
        if (Number.isFinite(page) && typed !== '') state.set({ page: String(page) });
        setTyped('');
      }}
    >
      <label>
        {words.t('kit.go_to')}{' '}
        <input
          className="kk-input is-short"
          inputMode="numeric"
          value={typed}
          onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
          aria-label={words.t('lists.go_to_page')}
        />{' '}
        {words.t('kit.page_unit')}
      </label>
    </form>
  );
}

/** Pages by number and size; an estimated total is marked as one. */
export function Pager({ list, state, words, narrow }: Props) {
  const { t } = words;
  if (!list || list.total === 0) return null;
  const last = lastPageOf(list, state);
  const go = (page: number) => (): void => state.set({ page: page === 1 ? null : String(page) });
  return (
    <nav className="kk-pager" aria-label={t('lists.pages')}>
      <span className="kk-total">
        {list.total === null
          ? ''
          : t(list.total_exact ? 'kit.total' : 'kit.total_about', { count: list.total.toLocaleString() })}
      </span>
      <span className="kk-pages">
        <button
          type="button"
          className="kk-page"
          disabled={state.page <= 1}
          onClick={go(state.page - 1)}
          aria-label={t('lists.keys.previous_page')}
        >
          ‹
        </button>
        {narrow ? (
          <span>
            {state.page} / {last.toLocaleString()}
          </span>
        ) : (
          pagesAround(state.page, last).map((page, index) =>
            page === null ? (
              <span key={`gap-${index}`} aria-hidden="true">
                …
              </span>
            ) : (
              <button
                key={page}
                type="button"
                className="kk-page"
                {...(page === state.page ? { 'aria-current': 'page' as const } : {})}
                onClick={go(page)}
              >
                {page}
              </button>
            ),
          )
        )}
        <button
          type="button"
          className="kk-page"
          disabled={state.page >= last}
          onClick={go(state.page + 1)}
          aria-label={t('lists.keys.next_page')}
        >
          ›
        </button>
      </span>
      <select
        className="kk-input"
        value={state.per_page}
        aria-label={t('lists.page_size')}
        onChange={(event) => state.set({ per_page: event.target.value })}
      >
        {pageSizes.map((size) => (
          <option key={size} value={size}>
            {t('kit.per_page', { count: size })}
          </option>
        ))}
      </select>
      {narrow || last < 6 ? null : <JumpToPage last={last} state={state} words={words} />}
    </nav>
  );
}
