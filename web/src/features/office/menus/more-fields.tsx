import { useState, type ReactNode } from 'react';
import type { Binding } from '../../../form/use-form.ts';
import css from './menus.module.css';

/** Fields that most entries leave as they are, folded until one is wrong or somebody looks. */
export function MoreFields({ label, isNeeded, children }: { label: string; isNeeded: boolean; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  if (isNeeded && !isOpen) setIsOpen(true);
  return (
    <details className={css['more']} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {children}
    </details>
  );
}

type CheckProps = Pick<Binding, 'id' | 'label' | 'value' | 'error' | 'onChange'> & {
  help: ReactNode;
  names: readonly string[];
  textOf: (name: string) => string;
};

/** Some of a few names. */
export function CheckRow({ id, label, value, error, help, names, textOf, onChange }: CheckProps) {
  const chosen = names.filter((name) => Array.isArray(value) && value.includes(name));
  return (
    <fieldset id={id} className={css['checks']}>
      <legend>{label}</legend>
      {names.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={({ target }) =>
              onChange(names.filter((one) => (one === name ? target.checked : chosen.includes(one))))
            }
          />
          {textOf(name)}
        </label>
      ))}
      {help ? <p className="kk-muted">{help}</p> : null}
      {error ? <p role="alert">{error}</p> : null}
    </fieldset>
  );
}
