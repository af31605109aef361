import { useId } from 'react';
import css from './ui.module.css';

type Option = { value: string; label: string };

/** The native select: the right one on every phone. */
export function SelectField({
  label,
  value,
  options,
  onChange,
  showLabel = true,
}: {
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
  showLabel?: boolean;
}) {
  const id = useId();
  return (
    <div className={css['field']}>
      {showLabel ? (
        <label className={css['label']} htmlFor={id}>
          {label}
        </label>
      ) : null}
      <select
        id={id}
        className={css['select']}
        value={value}
        aria-label={showLabel ? undefined : label}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
