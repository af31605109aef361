import { Button, Checkbox, Input } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import fieldWords from 'virtual:words/kit_fields';
import { request } from '../../api/client.ts';
import css from './fields.module.css';
import type { InputProps } from './input-props.ts';

type Option = { id: number; label: string };
type ListProps = {
  title: string;
  options: readonly Option[];
  ticked: readonly number[];
  onTick: (ids: number[]) => void;
  disabled: boolean;
  empty: string;
  search?: React.ReactNode;
};

const fetchOptions = async (resource: string, query: Record<string, unknown>): Promise<Option[]> =>
  ((await request('GET', `/admin/${resource}/options`, { query })) as { data: Option[] }).data;

function TickList({ title, options, ticked, onTick, disabled, empty, search }: ListProps) {
  const toggle = (id: number): void =>
    onTick(ticked.includes(id) ? ticked.filter((one) => one !== id) : [...ticked, id]);
  return (
    <div className={css['pane']} role="group" aria-label={title}>
      <div className={css['paneHead']}>{title}</div>
      {search}
      {options.length === 0 ? (
        <p className={css['none']}>{empty}</p>
      ) : (
        <ul>
          {options.map(({ id, label }) => (
            <li key={id}>
              <Checkbox checked={ticked.includes(id)} disabled={disabled} onChange={() => toggle(id)}>
                {label || id}
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Rows of another resource in two lists: available and selected. */
export function TransferInput({ id, field, value, onChange, disabled, label }: InputProps) {
  const t = fieldWords.useT();
  const resource = field.resource ?? '';
  const ids = ((value as number[] | null) ?? []).map(Number);
  const [keyword, setKeyword] = useState('');
  const [left, setLeft] = useState<number[]>([]);
  const [right, setRight] = useState<number[]>([]);
  const matches = useQuery({
    queryKey: [resource, 'options', keyword],
    queryFn: () => fetchOptions(resource, { keyword }),
    staleTime: 30_000,
    placeholderData: (old) => old,
  });
  const selected = useQuery({
    queryKey: [resource, 'options-by-id', ids.join(',')],
    queryFn: () => fetchOptions(resource, { ids: ids.join(',') }),
    enabled: ids.length > 0,
    staleTime: 30_000,
    placeholderData: (old) => old,
  });
  const names = new Map([...(matches.data ?? []), ...(selected.data ?? [])].map((option) => [option.id, option.label]));
  const selectedOptions = ids.map((one) => ({ id: one, label: names.get(one) ?? String(one) }));
  return (
    <div className={css['transfer']} role="group" aria-label={label}>
      <TickList
        title={t('kit_fields.transfer.there', { count: matches.data?.length ?? 0 })}
        options={(matches.data ?? []).filter((option) => !ids.includes(option.id))}
        ticked={left}
        onTick={setLeft}
        disabled={disabled}
        empty={t('kit.no_choice')}
        search={
          <Input.Search
            id={id}
            size="small"
            allowClear
            placeholder={t('kit.search')}
            aria-label={t('kit.search')}
            disabled={disabled}
            onSearch={setKeyword}
          />
        }
      />
      <div className={css['moves']}>
        <Button
          disabled={disabled || left.length === 0}
          onClick={() => {
            onChange([...ids, ...left.filter((one) => !ids.includes(one))]);
            setLeft([]);
          }}
        >
          {t('kit_fields.transfer.take')}
        </Button>
        <Button
          disabled={disabled || right.length === 0}
          onClick={() => {
            onChange(ids.filter((one) => !right.includes(one)));
            setRight([]);
          }}
        >
          {t('kit_fields.transfer.give_back')}
        </Button>
      </div>
      <TickList
        title={t('kit_fields.transfer.taken', { count: ids.length })}
        options={selectedOptions}
        ticked={right}
        onTick={setRight}
        disabled={disabled}
        empty={t('kit_fields.transfer.none')}
      />
    </div>
  );
}
