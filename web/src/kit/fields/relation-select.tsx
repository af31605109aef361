import { Select, Spin } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '../../app/wording.ts';
import { clearing } from './clearing.tsx';
import { fetchOptions } from './fetch-options.ts';
import { useLater } from './use-later.ts';

type Props = {
  resource: string;
  /** Which value of the selected row is stored; its id by default. */
  by?: string | undefined;
  value: number | number[] | null | undefined;
  multiple?: boolean;
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

/** Selects rows of another resource by remote search; the names of selected rows are loaded at the start. */
export function RelationSelect({
  resource,
  by,
  value,
  multiple = false,
  onChange,
  label,
  placeholder,
  opens = false,
  ...rest
}: Props) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const keyword = useLater(typed);
  const ids = [value ?? []].flat();
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
  const labels = new Map([...(selected.data ?? []), ...results].map((option) => [option.id, option.label]));
  const options = [...labels].map(([id, text]) => ({ value: id, label: text || String(id) }));
  return (
    <Select<number | number[]>
      {...rest}
      aria-label={label}
      defaultOpen={opens}
      {...(multiple ? { mode: 'multiple' as const } : {})}
      value={multiple ? ids : (value ?? null)}
      options={options}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      allowClear={clearing(t)}
      placeholder={placeholder ?? t('kit.choose')}
      notFoundContent={matches.isFetching ? <Spin size="small" /> : t('kit.no_choice')}
      onChange={(next: number | number[] | undefined) => onChange(next ?? (multiple ? [] : null))}
      style={{ width: '100%' }}
    />
  );
}
