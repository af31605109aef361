import { Select, Spin, type RefSelectProps } from 'antd';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { RelationWhere } from '@kaike/shared/kit/field';
import { matchesKeyword } from '@kaike/shared/kit/text/matches-keyword';
import { useT } from '../../../app/wording.ts';
import { clearing } from '../clearing.tsx';
import { isComposing } from '../../../form/is-composing.ts';
import { useDebounced } from '../use-debounced.ts';
import { fetchOptions, maxOptions, type RelationOption } from './fetch-options.ts';
import { namedRow } from './typed-text.ts';
import { newRowId, useNewRow } from './use-new-row.tsx';

type Props = {
  resource: string;
  /** Which value of the selected row is stored; its id by default. */
  by?: string | undefined;
  /** Only such rows are offered. */
  where?: RelationWhere | undefined;
  value: number | number[] | null | undefined;
  multiple?: boolean;
  /** Text that is no row, as far as it was passed on; it stays in the input. */
  text?: string;
  /** Takes typed text when the input is left; without it, the text goes. */
  onText?: (text: string) => void;
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

type Labelled = { value: number; label: string };

/** The rows that match a text once its typing has paused, and the names of the selected ones. */
function useRows(
  { resource, by, where }: Pick<Props, 'resource' | 'by' | 'where'>,
  ids: readonly number[],
  typed: string,
) {
  const client = useQueryClient();
  const keyword = useDebounced(typed);
  const filter = by ? { by } : {};
  const limit = where ? { where: JSON.stringify(where) } : {};
  const searchFor = (text: string) => ({
    queryKey: [resource, 'options', text, by, limit],
    queryFn: () => fetchOptions(resource, { keyword: text, ...filter, ...limit }),
    staleTime: 30_000,
  });
  const matches = useQuery({ ...searchFor(keyword), placeholderData: (old) => old });
  const isCurrent = typed === keyword && matches.data !== undefined && !matches.isPlaceholderData;
  const selected = useQuery({
    queryKey: [resource, 'options-by-id', ids.join(','), by],
    enabled: ids.length > 0,
    staleTime: 30_000,
    queryFn: () => fetchOptions(resource, { ids: ids.join(','), ...filter }),
  });
  return {
    names: [...(selected.data ?? []), ...(matches.data ?? [])],
    // Until the results of the typed text arrive, what is listed and contains it stays, so that a click or Enter finds it.
    hits: (matches.data ?? []).filter(({ label }) => isCurrent || matchesKeyword(label, typed)),
    is_fetching: matches.isFetching,
    is_current: isCurrent,
    /** What matches a text; a lost connection finds nothing. */
    find: (text: string): Promise<RelationOption[] | null> => client.fetchQuery(searchFor(text)).catch(() => null),
  };
}

/** Selects rows of another resource by remote search; the names of selected rows are loaded at the start. */
export function RelationSelect({
  resource,
  by,
  where,
  value,
  multiple = false,
  text = '',
  onText,
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
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  const latest = useRef(typed);
  latest.current = typed;
  const ids = [value ?? []].flat();
  const { names, hits, is_fetching, is_current, find } = useRows({ resource, by, where }, ids, typed);
  const choose = (next: number | number[] | null): void => {
    setTyped('');
    onChange(next);
  };
  const add = (id: number): void => choose(multiple ? [...new Set([...ids, id])] : id);
  const newRow = useNewRow({ resource, creates, choose: add, focus: () => select.current?.focus() });
  /** Waits for the answer, and takes a row of it if the text is still the same. */
  const lookUp = async (
    search: string,
    pick: (matches: readonly RelationOption[]) => RelationOption | undefined,
  ): Promise<void> => {
    const matches = await find(search);
    if (!matches || latest.current !== search) return;
    const row = pick(matches);
    if (row) add(row.id);
  };
  const newLabel =
    is_current && hits.length < maxOptions
      ? newRow.label(
          typed,
          [...hits, ...names].map((row) => row.label),
        )
      : null;
  const options = hits.map((hit) => ({ value: hit.id, label: hit.label || String(hit.id) }));
  const labelled = ids.map((id): Labelled => ({
    value: id,
    label: names.find((row) => row.id === id)?.label || String(id),
  }));
  const leave = (): void => {
    if (newRow.is_open) return;
    const hit = is_current && typed !== '' ? namedRow(hits, typed) : undefined;
    if (!onText) setTyped('');
    else if (hit) add(hit.id);
    else if (typed !== text) {
      onText(typed);
      if (typed !== '') void lookUp(typed, (matches) => namedRow(matches, typed));
    }
    onBlur?.();
  };
  return (
    <>
      <Select<Labelled | Labelled[] | null>
        {...rest}
        ref={select}
        aria-label={label}
        defaultOpen={opens}
        labelInValue
        {...(multiple ? { mode: 'multiple' as const } : {})}
        value={multiple ? labelled : (labelled[0] ?? null)}
        options={
          newLabel === null ? options : [...options, { value: newRowId, label: newLabel, className: 'kk-new-row' }]
        }
        showSearch={{
          filterOption: false,
          searchValue: typed,
          autoClearSearchValue: false,
          // The list empties its search as it closes; what is in the input was typed.
          onSearch: (next) => {
            if (select.current?.nativeElement.querySelector('input')?.value === next) setTyped(next);
          },
        }}
        onInputKeyDown={(event) => {
          const isListed = options.length > 0 || newLabel !== null;
          if (event.key !== 'Enter' || isComposing(event) || typed === '' || isListed) return;
          event.preventDefault();
          event.stopPropagation();
          void lookUp(typed, ([first]) => first);
        }}
        allowClear={clearing(t)}
        // Where no row is chosen, the component reports no change.
        onClear={() => {
          if (ids.length === 0) choose(multiple ? [] : null);
        }}
        placeholder={placeholder ?? t('kit.choose')}
        notFoundContent={is_fetching ? <Spin size="small" /> : t('kit.no_choice')}
        onChange={(next) => {
          const chosen = [next ?? []].flat().map((one) => one.value);
          if (chosen.includes(newRowId)) newRow.open(typed);
          else choose(multiple ? chosen : (chosen[0] ?? null));
        }}
        onBlur={leave}
        style={{ width: '100%' }}
      />
      {newRow.dialog}
    </>
  );
}
