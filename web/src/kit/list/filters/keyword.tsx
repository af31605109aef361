import { useEffect, useRef } from 'react';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { KitIcon } from '../../kit-icon.tsx';
import type { ResourceWording } from '../../words/use-words.ts';
import type { ListState } from '../use-list-state.ts';
import { isComposing } from '../../../form/is-composing.ts';

/** Searches for text in one field or in all searchable ones; which those are does not fit into the field, and is its tooltip. */
export function Keyword({
  definition,
  state,
  words,
}: {
  definition: ResourceDefinition;
  state: ListState;
  words: ResourceWording;
}) {
  const { t } = words;
  const search = definition.list.search ?? [];
  const input = useRef<HTMLInputElement>(null);
  const keyword = state.get('where[_keyword]');
  const key = state.get('where[_key]');
  // The back button and views change the URL without going through the input.
  useEffect(() => {
    if (input.current) input.current.value = keyword;
  }, [keyword]);
  const submit = (field = key): void => {
    const text = input.current?.value.trim() ?? '';
    state.set({ 'where[_keyword]': text, 'where[_key]': text === '' ? null : field });
  };
  const fields = (key === '' ? [...search, ...(definition.list.search_also ?? [])] : [key])
    .map(words.field)
    .join(t('lists.and'));
  return (
    <span className="kk-joined is-keyword">
      {search.length > 1 ? (
        <select
          className="kk-input"
          defaultValue={key}
          key={key}
          aria-label={t('lists.search_in')}
          onChange={(event) => submit(event.target.value)}
        >
          <option value="">{t('lists.all_fields')}</option>
          {search.map((name) => (
            <option key={name} value={name}>
              {words.field(name)}
            </option>
          ))}
        </select>
      ) : null}
      <input
        ref={input}
        id="kk-keyword"
        aria-label={t('kit.search')}
        type="search"
        className="kk-input"
        defaultValue={keyword}
        placeholder={t('kit.search')}
        title={t('kit.keyword', { fields })}
        enterKeyHint="search"
        maxLength={100}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if (event.key === 'Enter') submit();
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
        onInput={(event) => {
          if (event.currentTarget.value === '' && keyword !== '') submit();
        }}
      />
      <button type="button" className="kk-input is-button" aria-label={t('kit.search')} onClick={() => submit()}>
        <KitIcon name="search" />
      </button>
    </span>
  );
}
