import { Button, Checkbox, Input } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import fieldWords from 'virtual:locale/kit_fields';
import { fetchOptions, maxOptions, type RelationOption } from './fetch-options.ts';
import css from '../fields.module.css';
import type { InputProps } from '../input-props.ts';
import { useDebounced } from '../use-debounced.ts';

type ListProps = {
  title: string;
  options: readonly RelationOption[];
  ticked: readonly number[];
  onTick: (ids: number[]) => void;
  disabled: boolean;
  empty: string;
  search?: ReactNode;
  note?: ReactNode;
};

/** The list is walked with the arrow keys; Space ticks. */
function walk(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:not(:disabled)')];
  const at = boxes.findIndex((box) => box === document.activeElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  boxes[(at + step + boxes.length) % boxes.length]?.focus();
}

function TickList({ title, options, ticked, onTick, disabled, empty, search, note }: ListProps) {
  const t = fieldWords.useT();
  const ticks = options.filter(({ id }) => ticked.includes(id));
  // Ticks of an earlier search stay.
  const hidden = ticked.filter((one) => !options.some(({ id }) => id === one));
  const toggle = (id: number): void =>
    onTick(ticked.includes(id) ? ticked.filter((one) => one !== id) : [...ticked, id]);
  return (
    <div className={css['pane']} role="group" aria-label={title}>
      <div className={css['paneHead']}>
        <span>{title}</span>
        <Checkbox
          checked={options.length > 0 && ticks.length === options.length}
          indeterminate={ticks.length > 0 && ticks.length < options.length}
          disabled={disabled || options.length === 0}
          onChange={({ target }) => onTick([...hidden, ...(target.checked ? options.map(({ id }) => id) : [])])}
        >
          {t('kit_fields.transfer.all')}
        </Checkbox>
      </div>
      {search}
      {options.length === 0 ? (
        <p className={css['none']}>{empty}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its checkboxes take the focus
        <ul onKeyDown={walk}>
          {options.map(({ id, label }) => (
            <li key={id}>
              <Checkbox checked={ticked.includes(id)} disabled={disabled} onChange={() => toggle(id)}>
                {label || id}
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
      {note}
    </div>
  );
}

/** The rows that match a text, and the selected ones with their names. */
function useOptions(resource: string, ids: readonly number[], keyword: string) {
  const common = { staleTime: 30_000, placeholderData: (old: RelationOption[] | undefined) => old };
  const matches = useQuery({
    ...common,
    queryKey: [resource, 'options', keyword],
    queryFn: () => fetchOptions(resource, { keyword }),
  });
  const selected = useQuery({
    ...common,
    queryKey: [resource, 'options-by-id', ids.join(',')],
    queryFn: () => fetchOptions(resource, { ids: ids.join(',') }),
    enabled: ids.length > 0,
  });
  const names = new Map([...(matches.data ?? []), ...(selected.data ?? [])].map((option) => [option.id, option.label]));
  return {
    there: (matches.data ?? []).filter((option) => !ids.includes(option.id)),
    taken: ids.map((id) => ({ id, label: names.get(id) ?? String(id) })),
    is_cut: (matches.data?.length ?? 0) >= maxOptions,
  };
}

/** Enter searches; it must not send the form. */
const keepForm = (event: KeyboardEvent): void => {
  if (event.key === 'Enter') event.preventDefault();
};

/** Rows of another resource in two lists: available and selected. */
export function TransferInput({ id, field, value, onChange, disabled, label }: InputProps) {
  const t = fieldWords.useT();
  const ids = ((value as number[] | null) ?? []).map(Number);
  const [typed, setTyped] = useState('');
  const { there, taken, is_cut } = useOptions(field.resource ?? '', ids, useDebounced(typed));
  const [leftTicks, setLeftTicks] = useState<number[]>([]);
  const [right, setRight] = useState<number[]>([]);
  const take = (): void => {
    onChange([...ids, ...leftTicks.filter((one) => !ids.includes(one))]);
    setLeftTicks([]);
  };
  const giveBack = (): void => {
    onChange(ids.filter((one) => !right.includes(one)));
    setRight([]);
  };
  return (
    <div className={css['transfer']} role="group" aria-label={label}>
      <TickList
        title={t('kit_fields.transfer.there', { count: there.length })}
        options={there}
        ticked={leftTicks}
        onTick={setLeftTicks}
        disabled={disabled}
        empty={t('kit.no_choice')}
        search={
          <Input
            id={id}
            type="search"
            allowClear
            placeholder={t('kit_fields.transfer.search', { field: label })}
            aria-label={t('kit_fields.transfer.search', { field: label })}
            disabled={disabled}
            value={typed}
            onKeyDown={keepForm}
            onChange={(event) => setTyped(event.target.value)}
          />
        }
        note={is_cut ? <p className={css['more']}>{t('kit_fields.transfer.more', { count: maxOptions })}</p> : null}
      />
      <div className={css['moves']}>
        <Button disabled={disabled || leftTicks.length === 0} onClick={take}>
          {t('kit_fields.transfer.take')}
        </Button>
        <Button disabled={disabled || right.length === 0} onClick={giveBack}>
          {t('kit_fields.transfer.give_back')}
        </Button>
      </div>
      <TickList
        title={t('kit_fields.transfer.taken', { count: ids.length })}
        options={taken}
        ticked={right}
        onTick={setRight}
        disabled={disabled}
        empty={t('kit_fields.transfer.none')}
      />
    </div>
  );
}
