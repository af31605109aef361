import { Select, Spin, type RefSelectProps } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useT } from '../../../app/wording.ts';
import { clearing } from '../clearing.tsx';
import { useLater } from '../use-later.ts';
import { fetchOptions, maxOptions } from './fetch-options.ts';
import { newRowId, useNewRow } from './use-new-row.tsx';

type Props = {
  resource: string;
  /** Which value of the selected row is stored; its id by default. */
  by?: string | undefined;
  value: number | number[] | null | undefined;
  multiple?: boolean;
  /** A text that is no row's title is offered as a new one. */
  creates?: boolean | undefined;
  id?: string;
  disabled?: boolean;
  label?: string;
  placeholder?: string;
  onChange: (value: number | number[] | null) => void;
  onBlur?: () => void;
  status?: 'error' | '';
  /** The list is open from the start. */
  opens?: boolean;
};

/** The rows that match a text once its typing has paused, and the names of the selected ones. */
function useRows({ resource, by }: Pick<Props, 'resource' | 'by'>, ids: readonly number[], typed: string) {
  const keyword = useLater(typed);
  const filter = by ? { by } : {};
  const matches = useQuery({
    queryKey: [resource, 'options', keyword, by],
    queryFn: () => fetchOptions(resource, { keyword, ...filter }),
    staleTime: 30_000,
    placeholderData: (old) => old,
  });
  const isCurrent = typed === keyword && !matches.isPlaceholderData;
  // Until the results of the typed text arrive, what is listed and contains it stays, so that a click or Enter finds it.
  const results = (matches.data ?? []).filter(
    ({ label: text }) => isCurrent || text.toLowerCase().includes(typed.trim().toLowerCase()),
  );
  const selected = useQuery({
    queryKey: [resource, 'options-by-id', ids.join(','), by],
    enabled: ids.length > 0,
    staleTime: 30_000,
    queryFn: () => fetchOptions(resource, { ids: ids.join(','), ...filter }),
  });
  return {
    labels: new Map([...(selected.data ?? []), ...results].map((option) => [option.id, option.label])),
    is_fetching: matches.isFetching,
    /** Whether these are all that match; among more, one may have the typed title. */
    are_all: isCurrent && matches.data !== undefined && matches.data.length < maxOptions,
  };
}

/** Selects rows of another resource by remote search; the names of selected rows are loaded at the start. */
export function RelationSelect({
  resource,
  by,
  value,
  multiple = false,
  creates,
  onChange,
  onBlur,
  label,
  placeholder,
  opens = false,
  ...rest
}: Props) {
  const t = useT();
  const select = useRef<RefSelectProps>(null);
  const [typed, setTyped] = useState('');
  const ids = [value ?? []].flat();
  const { labels, is_fetching: isFetching, are_all: areAll } = useRows({ resource, by }, ids, typed);
  const choose = (next: number | number[] | null): void => {
    setTyped('');
    onChange(next);
  };
  const newRow = useNewRow({
    resource,
    creates,
    choose: (id) => choose(multiple ? [...ids, id] : id),
    focus: () => select.current?.focus(),
  });
  const newLabel = areAll ? newRow.label(typed, [...labels.values()]) : null;
  const options = [...labels].map(([id, text]) => ({ value: id, label: text || String(id) }));
  return (
    <>
      <Select<number | number[]>
        {...rest}
        ref={select}
        aria-label={label}
        defaultOpen={opens}
        {...(multiple ? { mode: 'multiple' as const } : {})}
        value={multiple ? ids : (value ?? null)}
        options={
          newLabel === null ? options : [...options, { value: newRowId, label: newLabel, className: 'kk-new-row' }]
        }
        showSearch={{
          filterOption: false,
          searchValue: typed,
          // By itself the list empties its search as it closes; the text stays for a new row.
          autoClearSearchValue: false,
          onSearch: (text) => {
            if (!newRow.is_open) setTyped(text);
          },
        }}
        allowClear={clearing(t)}
        placeholder={placeholder ?? t('kit.choose')}
        notFoundContent={isFetching ? <Spin size="small" /> : t('kit.no_choice')}
        onChange={(next: number | number[] | undefined) =>
          [next ?? []].flat().includes(newRowId) ? newRow.open(typed) : choose(next ?? (multiple ? [] : null))
        }
        onBlur={() => {
          if (newRow.is_open) return;
          setTyped('');
          onBlur?.();
        }}
        style={{ width: '100%' }}
      />
      {newRow.dialog}
    </>
  );
}
