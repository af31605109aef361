import { lazy, Suspense, useCallback, useRef, type ComponentType } from 'react';
import { KitIcon } from '../../kit-icon.tsx';
import type { FilterProps } from './filter-props.ts';
import { FilterValue } from './filter-value.tsx';
import { clearFilters } from './list-filters.ts';

// Boxes and what is in them load when one is opened.
const OpenedFilter = lazy(async () => ({ default: (await import('./opened/opened-filter.tsx')).OpenedFilter }));

type Props = Omit<FilterProps, 'id' | 'done'> & {
  isSet: boolean;
  isOpen: boolean;
  setOpen: (name: string | null) => void;
  control: ComponentType<FilterProps> | undefined;
  value: ComponentType<{ value: string }> | undefined;
};

/** One filter: its name, or what it is set to; pressing it opens its control. */
export function FilterChip({ isSet, isOpen, setOpen, control, value, ...props }: Props) {
  const { name, state, words } = props;
  const { t } = words;
  const field = words.field(name);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(
    ({ returns }: { returns: boolean }) => {
      setOpen(null);
      if (returns) button.current?.focus();
    },
    [setOpen],
  );
  return (
    <span className={isSet ? 'kk-chip is-set' : 'kk-chip'}>
      <button
        ref={button}
        type="button"
        className="kk-chip-text"
        aria-label={isSet ? undefined : `${field}${t('lists.colon')}${t('kit.all')}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(isOpen ? null : name)}
      >
        {field}
        {isSet ? (
          <>
            {t('lists.colon')}
            <FilterValue {...props} own={value} />
          </>
        ) : (
          <KitIcon name="chevron" size={12} />
        )}
      </button>
      {isSet ? (
        <button
          type="button"
          className="kk-chip-clear"
          aria-label={t('lists.clear_filter', { field })}
          onClick={() => {
            state.set(clearFilters(state.filters, name));
            close({ returns: true });
          }}
        >
          <KitIcon name="cross" size={12} />
        </button>
      ) : null}
      {isOpen ? (
        <Suspense fallback={<span className="kk-popover" />}>
          <OpenedFilter {...props} control={control} close={close} />
        </Suspense>
      ) : null}
    </span>
  );
}
