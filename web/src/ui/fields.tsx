import { useId, useState, type InputHTMLAttributes, type ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import css from './ui.module.css';

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'>;
export type TextFieldProps = InputProps & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  hint?: string;
  /** What the form knows of the field. */
  flags?: { readonly required: boolean };
  icon?: IconName;
  after?: ReactNode;
  /** Shown above the field; otherwise the label is its placeholder and its name for screen readers. */
  showLabel?: boolean;
};

/** One line of text, with its label, help and error; space for the error is reserved. */
export function TextField({
  label,
  value,
  onChange,
  error,
  hint,
  flags,
  icon,
  after,
  showLabel = true,
  id,
  ...rest
}: TextFieldProps) {
  const own = useId();
  const key = id ?? own;
  return (
    <div className={css['field']}>
      {showLabel ? (
        <label className={css['label']} htmlFor={key}>
          {label}
        </label>
      ) : null}
      <div className={error ? `${css['box']} ${css['invalid']}` : css['box']}>
        {icon ? <Icon name={icon} /> : null}
        <input
          {...rest}
          id={key}
          className={css['input']}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-required={flags?.required}
          aria-invalid={Boolean(error)}
          aria-describedby={`${key}-message`}
          {...(showLabel ? {} : { 'aria-label': label, placeholder: rest.placeholder ?? label })}
        />
        {after}
      </div>
      <div
        id={`${key}-message`}
        className={error ? `${css['message']} ${css['bad']}` : css['message']}
        role={error ? 'alert' : undefined}
      >
        {error ?? hint ?? ''}
      </div>
    </div>
  );
}

/** A password field that can show its value. */
export function PasswordField({ reveal, ...props }: TextFieldProps & { reveal: string }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      after={
        <button
          type="button"
          className={css['inside']}
          aria-label={reveal}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon name={isShown ? 'eye-off' : 'eye'} />
        </button>
      }
    />
  );
}

/** A checkbox with its label. */
export function Checkbox({
  checked,
  onChange,
  children,
  error,
  id,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  error?: string | undefined;
  id?: string;
}) {
  return (
    <div>
      <label className={css['check']}>
        <input
          id={id}
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          aria-invalid={Boolean(error)}
        />
        <span>{children}</span>
      </label>
      {error ? (
        <div className={`${css['message']} ${css['bad']}`} role="alert">
          {error}
        </div>
      ) : null}
    </div>
  );
}
