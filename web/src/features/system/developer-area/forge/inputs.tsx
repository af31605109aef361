import { useId, type ReactNode } from 'react';
import type { DraftWords } from '@kaike/shared/domain/system/forge/draft';
import { languages, locales } from '@kaike/shared/locales/languages';
import css from './forge.module.css';

type BoxProps = { label: string; id: string; wide?: boolean; error?: string; children: ReactNode };

function Box({ label, id, wide = false, error = '', children }: BoxProps) {
  return (
    <div className={wide ? `${css['box']} ${css['wide']}` : css['box']}>
      <label htmlFor={id}>{label}</label>
      {children}
      {error ? (
        <span className={css['problem']} role="alert">
          {error}
        </span>
      ) : null}
    </div>
  );
}

type Common<V> = { label: string; value: V; onChange: (value: V) => void; error?: string };

export function TextBox({
  label,
  value,
  onChange,
  error = '',
  list,
  code = false,
}: Common<string> & { list?: string; code?: boolean }) {
  const id = useId();
  return (
    <Box label={label} id={id} error={error}>
      <input
        id={id}
        value={value}
        list={list}
        className={code ? css['code'] : undefined}
        spellCheck={!code}
        autoComplete="off"
        aria-invalid={error !== ''}
        onChange={(event) => onChange(event.target.value)}
      />
    </Box>
  );
}

export function NumberBox({ label, value, onChange, error = '' }: Common<number | null>) {
  const id = useId();
  return (
    <Box label={label} id={id} error={error}>
      <input
        id={id}
        type="number"
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
      />
    </Box>
  );
}

type Option = { value: string; label: string };

export function SelectBox({
  label,
  value,
  onChange,
  error = '',
  options,
}: Common<string> & { options: readonly Option[] }) {
  const id = useId();
  return (
    <Box label={label} id={id} error={error}>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Box>
  );
}

export function CheckBox({ label, value, onChange }: Common<boolean>) {
  return (
    <label className={css['check']}>
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}

/** Several of a fixed list. */
export function Checks<V extends string>({
  label,
  value,
  onChange,
  error = '',
  all,
  textOf,
}: Common<V[]> & { all: readonly V[]; textOf: (one: V) => string }) {
  return (
    <fieldset className={css['checks']}>
      <legend>{label}</legend>
      {all.map((one) => (
        <CheckBox
          key={one}
          label={textOf(one)}
          value={value.includes(one)}
          onChange={(isChosen) => onChange(all.filter((other) => (other === one ? isChosen : value.includes(other))))}
        />
      ))}
      {error ? (
        <span className={css['problem']} role="alert">
          {error}
        </span>
      ) : null}
    </fieldset>
  );
}

/** The same in every language. */
export function WordsBoxes({ label, value, onChange, error = '' }: Common<DraftWords>) {
  return (
    <div className={css['words']}>
      {locales.map((locale, index) => (
        <TextBox
          key={locale}
          label={`${label} · ${languages[locale].name}`}
          value={value[locale]}
          onChange={(text) => onChange({ ...value, [locale]: text })}
          error={index === 0 ? error : ''}
        />
      ))}
    </div>
  );
}
