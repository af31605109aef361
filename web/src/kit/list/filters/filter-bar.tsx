import { Button } from 'antd';
import { lazy, Suspense, useEffect, useRef, useState, type ComponentType } from 'react';
import type { Field } from '@kaike/shared/kit/field';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import type { ResourceView } from '../../resource-view.ts';
import { KitIcon } from '../../kit-icon.tsx';
import type { Maps } from '../../maps.ts';
import type { Words } from '../../words/use-words.ts';
import type { ListState } from '../use-list-state.ts';
import type { FilterProps } from './filter-props.ts';

/** Selects and their option lists load after the rows are on screen. */
const FilterControl = lazy(async () => ({ default: (await import('./filter-controls.tsx')).FilterControl }));

/** Slots beside the keyword in one row of a wide window; none on a phone. */
const placesAtFirst = (narrow: boolean): number => (narrow ? 0 : 3);
const isSpan = ({ kind }: Field): boolean => kind === 'date' || kind === 'date_time';

/** How many filters fit in the first row: a date range takes two slots. */
function countAtFirst(filters: readonly [string, Field][], places: number): number {
  let remaining = places;
  const over = filters.findIndex(([, field]) => {
    remaining -= isSpan(field) ? 2 : 1;
    return remaining < 0;
  });
  return over < 0 ? filters.length : over;
}

type Props = {
  definition: ResourceDefinition;
  state: ListState;
  words: Words;
  maps: Maps;
  view: ResourceView;
  narrow: boolean;
};

/** Searches for text in one field or in all searchable ones, and shows which those are. */
function Keyword({ definition, state, words }: Omit<Props, 'maps' | 'view' | 'narrow'>) {
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
    <div className="kk-filter is-keyword">
      <label htmlFor="kk-keyword">{t('kit.search')}</label>
      <span className="kk-joined">
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
          type="search"
          className="kk-input"
          defaultValue={keyword}
          placeholder={t('kit.keyword', { fields })}
          title={t('kit.keyword', { fields })}
          enterKeyHint="search"
          maxLength={100}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) submit();
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
    </div>
  );
}

function OneFilter({ control: Control, ...props }: Omit<FilterProps, 'id'> & { control: ComponentType<FilterProps> }) {
  const { name, field, words } = props;
  const id = `kk-filter-${name}`;
  return (
    <div className={isSpan(field) ? 'kk-filter is-wide' : 'kk-filter'}>
      <label htmlFor={id}>{words.field(name)}</label>
      <Suspense fallback={<span className="kk-input is-waiting" />}>
        <Control id={id} {...props} />
      </Suspense>
    </div>
  );
}

const keysOf = (search: string): string[] => [...new URLSearchParams(search).keys()];

/** Keyword and filters: one row at first, the rest on demand. Enter searches, reset clears. */
export function FilterBar({ definition, state, words, maps, view, narrow }: Props) {
  const { t } = words;
  const filters = (definition.list.filters ?? []).flatMap((name): [string, Field][] => {
    const field = definition.fields[name];
    return field ? [[name, field]] : [];
  });
  const shownAtFirst = countAtFirst(filters, placesAtFirst(narrow));
  const used = keysOf(state.search);
  const isUsed = (name: string): boolean => used.some((key) => key.startsWith(`where[${name}]`));
  const [isOpen, setIsOpen] = useState(() => filters.slice(shownAtFirst).some(([name]) => isUsed(name)));
  const hiddenUsed = isOpen ? 0 : filters.slice(shownAtFirst).filter(([name]) => isUsed(name)).length;
  const visible = isOpen ? filters : filters.slice(0, shownAtFirst);
  const hasKeyword = (definition.list.search ?? []).length > 0;
  if (filters.length === 0 && !hasKeyword) return null;
  return (
    <form className="kk-filters" role="search" onSubmit={(event) => event.preventDefault()}>
      {hasKeyword ? <Keyword definition={definition} state={state} words={words} /> : null}
      {visible.map(([name, field]) => (
        <OneFilter
          key={name}
          control={view.filters?.[name] ?? FilterControl}
          name={name}
          field={field}
          state={state}
          words={words}
          maps={maps}
        />
      ))}
      <div className="kk-filter-buttons">
        {filters.length > shownAtFirst ? (
          <Button type="link" onClick={() => setIsOpen(!isOpen)} aria-expanded={isOpen}>
            {isOpen
              ? t('kit.filters_less')
              : hiddenUsed > 0
                ? t('lists.filters_more_used', { count: hiddenUsed })
                : t('kit.filters_more')}
          </Button>
        ) : null}
        {state.is_filtered ? <Button onClick={state.reset}>{t('kit.reset')}</Button> : null}
      </div>
    </form>
  );
}
