import { useState } from 'react';
import { matchesKeyword } from '@kaike/shared/kit/text/matches-keyword';
import type { FilterProps } from './filter-props.ts';

/** So many choices are searched in. */
const manyChoices = 10;

/** Choices to tick; yes and no exclude each other. */
export function ChoiceFilter({ name, field, state, words, maps, id, done }: FilterProps) {
  const { t } = words;
  const [typed, setTyped] = useState('');
  const isMany = field.kind === 'choice';
  const choices = isMany
    ? (maps[name] ?? []).map(({ value, label }) => ({ value: String(value), label }))
    : [
        { value: '', label: t('kit.all') },
        { value: 'true', label: t('fields.boolean.yes') },
        { value: 'false', label: t('fields.boolean.no') },
      ];
  const one = `where[${name}]`;
  const many = `${one}[]`;
  // A link to a list may name one value without the brackets.
  const selected = isMany ? [...state.all(many), ...state.all(one)] : [state.get(one)];
  const toggle = (value: string): void =>
    state.set(
      isMany
        ? {
            [one]: null,
            [many]: selected.includes(value) ? selected.filter((other) => other !== value) : [...selected, value],
          }
        : { [one]: value },
    );
  const matches = choices.filter(({ label }) => matchesKeyword(label, typed));
  return (
    <div role="group" aria-label={words.field(name)} className="kk-ticks">
      {choices.length > manyChoices ? (
        <input
          type="search"
          className="kk-input"
          aria-label={t('kit.search')}
          placeholder={t('kit.search')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      ) : null}
      {matches.map(({ value, label }) => (
        <label key={value}>
          <input
            type={isMany ? 'checkbox' : 'radio'}
            name={id}
            checked={selected.includes(value)}
            onChange={() => toggle(value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') done?.();
            }}
          />
          {label}
        </label>
      ))}
    </div>
  );
}
