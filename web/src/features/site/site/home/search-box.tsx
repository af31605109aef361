import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import siteWords from 'virtual:locale/site';
import * as site from '@kaike/shared/contracts/site/site';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { call } from '../../../../api/client.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import css from './search-box.module.css';

type Suggestions = ResponseOf<typeof site.suggestCourses>;
type Choice = { label: string; to: string };

const restMs = 180;
const addressOf = (text: string): string => `/open/courses${text === '' ? '' : `?text=${encodeURIComponent(text)}`}`;

const choicesOf = ({ courses, words }: Suggestions): Choice[] => [
  ...words.map((word) => ({ label: word, to: addressOf(word) })),
  ...courses.map(({ id, title }) => ({ label: title, to: `/open/courses/${id}` })),
];

/** Suggestions for the typed text, debounced; outdated responses are dropped. */
function useSuggestions(text: string, isAsking: boolean): Choice[] {
  const [choices, setChoices] = useState<Choice[]>([]);
  useEffect(() => {
    if (!isAsking) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      call(site.suggestCourses, { query: { text: text.trim() }, signal: abort.signal, quiet: true }).then(
        (suggestions) => {
          if (!abort.signal.aborted) setChoices(choicesOf(suggestions));
        },
        () => undefined,
      ); // Searching works without suggestions.
    }, restMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, isAsking]);
  return choices;
}

/** Course search with suggestions, usable by keyboard. */
export function SearchBox({ text: initialText = '' }: { text?: string }) {
  const t = siteWords.useT();
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState(initialText);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const choices = useSuggestions(text, isOpen);
  useEffect(() => setText(initialText), [initialText]);
  const { state }: { state: unknown } = useLocation();
  // Who followed the way to the search of another page types at once.
  useEffect(() => {
    if (typeof state === 'object' && state !== null && 'search' in state) input.current?.focus();
  }, [state]);
  const isShown = isOpen && choices.length > 0;
  const go = (to: string): void => {
    setIsOpen(false);
    setActive(-1);
    void navigate(to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && isShown) {
      // Browsers clear a search field on Escape; the first Escape only closes the list.
      event.preventDefault();
      setIsOpen(false);
    }
    if (!isShown || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    const by = event.key === 'ArrowDown' ? 1 : -1;
    setActive((active + by + choices.length + (active < 0 && by < 0 ? 1 : 0)) % choices.length);
  };
  return (
    <form
      role="search"
      className={css['search']}
      onSubmit={(event) => {
        event.preventDefault();
        go(choices[active]?.to ?? addressOf(text.trim()));
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setIsOpen(false);
      }}
    >
      <div className={css['box']}>
        <Icon name="search" />
        <input
          ref={input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={50}
          value={text}
          placeholder={t('site.courses.placeholder')}
          aria-label={t('site.courses.search')}
          role="combobox"
          aria-expanded={isShown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(isShown && active >= 0 ? { 'aria-activedescendant': `${id}-${active}` } : {})}
          onChange={(event) => {
            setText(event.target.value);
            setIsOpen(true);
            setActive(-1);
          }}
          onFocus={() => setIsOpen(true)}
          onKeyDown={onKeyDown}
        />
        {text === '' ? null : (
          <button
            type="button"
            className={css['clear']}
            aria-label={t('site.courses.clear')}
            onClick={() => {
              setText('');
              input.current?.focus();
            }}
          >
            <Icon name="close" size={18} />
          </button>
        )}
        <Button type="submit" look="primary">
          {t('site.courses.submit')}
        </Button>
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('site.courses.suggestions')}
        className={css['list']}
        hidden={!isShown}
      >
        {choices.map((choice, index) => (
          // On mousedown, before the field loses its focus.
          <div
            key={choice.to}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => go(choice.to)}
          >
            {choice.label}
          </div>
        ))}
      </div>
    </form>
  );
}
