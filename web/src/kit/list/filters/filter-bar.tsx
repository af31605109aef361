import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { KitIcon } from '../../kit-icon.tsx';
import { useNarrow } from '../../use-narrow.ts';
import type { ResourceWording } from '../../words/use-words.ts';
import { FilterChip } from './filter-chip.tsx';
import { Keyword } from './keyword.tsx';
import { clearFilters, filtersOf, setFilters, type FilterBarProps, type NamedField } from './list-filters.ts';

const FilterNames = lazy(async () => ({ default: (await import('./opened/filter-names.tsx')).FilterNames }));
const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }));

/** As many of the definition's filters are chips from the start. */
const chipsAtFirst = 5;

/** What is behind “+ filter”: the names of filters that are no chips yet. */
function MoreFilters({
  rest,
  words,
  pick,
}: {
  rest: readonly NamedField[];
  words: ResourceWording;
  pick: (name: string) => void;
}) {
  const { t } = words;
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(({ returns }: { returns: boolean }) => {
    setIsOpen(false);
    if (returns) button.current?.focus();
  }, []);
  return (
    <span className="kk-chip is-more">
      <button
        ref={button}
        type="button"
        className="kk-chip-text"
        aria-label={t('kit.filters_more')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <KitIcon name="plus" size={14} />
        {t('kit.filters')}
      </button>
      {isOpen ? (
        <Suspense fallback={<span className="kk-popover" />}>
          <FilterNames
            rest={rest}
            words={words}
            close={close}
            pick={(name) => {
              setIsOpen(false);
              pick(name);
            }}
          />
        </Suspense>
      ) : null}
    </span>
  );
}

/** Filters as chips: the first ones, whatever is set, and those picked from the rest. */
function Chips({
  filters,
  used,
  ...props
}: FilterBarProps & { filters: readonly NamedField[]; used: ReadonlySet<string> }) {
  const { state, words, maps, view, narrow } = props;
  const [open, setOpen] = useState<string | null>(null);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const first = narrow ? 0 : chipsAtFirst;
  const isChip = ([name]: NamedField, index: number): boolean =>
    index < first || used.has(name) || picked.includes(name);
  const rest = filters.filter((filter, index) => !isChip(filter, index));
  const pick = (name: string | null): void => {
    setOpen(name);
    // A chip in use stays, whatever becomes of its value: the focus returns to it.
    if (name !== null) setPicked([...picked, name]);
  };
  return (
    <>
      {filters.filter(isChip).map(([name, field]) => (
        <FilterChip
          key={name}
          name={name}
          field={field}
          state={state}
          words={words}
          maps={maps}
          control={view.filters?.[name]}
          value={view.filter_values?.[name]}
          isSet={used.has(name)}
          isOpen={open === name}
          setOpen={pick}
        />
      ))}
      {rest.length > 0 ? <MoreFilters rest={rest} words={words} pick={pick} /> : null}
    </>
  );
}

/** On a phone: one button, which says how many are set, and a sheet with all of them. */
function SheetButton({
  filters,
  used,
  ...props
}: FilterBarProps & { filters: readonly NamedField[]; used: ReadonlySet<string> }) {
  const { t } = props.words;
  const [isOpen, setIsOpen] = useState(false);
  const count = used.size;
  return (
    <>
      <button
        type="button"
        className="kk-input is-button"
        aria-haspopup="dialog"
        aria-label={count > 0 ? t('lists.filters_set', { count }) : t('kit.filters')}
        onClick={() => setIsOpen(true)}
      >
        {t('kit.filters')}
        {count > 0 ? <span className="kk-count is-info">{count}</span> : null}
      </button>
      {isOpen ? (
        <Suspense>
          <FilterSheet {...props} filters={filters} close={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Keyword, filters and the tools of the list, in one row. */
export function FilterBar(props: FilterBarProps) {
  const { definition, state, words, children } = props;
  const isPhone = useNarrow();
  const used = setFilters(state.filters);
  const filters = filtersOf(definition, used);
  const chips = filters.length > 0 ? <Chips {...props} filters={filters} used={used} /> : null;
  return (
    <form className="kk-filters" role="search" onSubmit={(event) => event.preventDefault()}>
      {(definition.list.search ?? []).length > 0 ? (
        <Keyword definition={definition} state={state} words={words} />
      ) : null}
      {chips && isPhone ? (
        <>
          <SheetButton {...props} filters={filters} used={used} />
          <span className="kk-printed">{chips}</span>
        </>
      ) : (
        chips
      )}
      {used.size > 0 || state.get('where[_keyword]') ? (
        <button type="button" className="kk-text-button" onClick={() => state.set(clearFilters(state.filters))}>
          {words.t('kit.clear')}
        </button>
      ) : null}
      <div className="kk-tools">{children}</div>
    </form>
  );
}
