import type { ButtonHTMLAttributes, ReactNode } from 'react';
import css from './ui.module.css';

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: 'primary' | 'plain' | 'danger' | 'ghost';
  busy?: boolean;
  block?: boolean;
  children: ReactNode;
};

/** Class names of a button, for links that look like one. */
export function buttonClass(look: Props['look'] = 'plain', block = false): string {
  const looks = { primary: css['primary'], plain: '', danger: css['danger'], ghost: css['ghost'] };
  return [css['button'], looks[look], block ? css['block'] : ''].join(' ');
}

/** A button; while busy it shows progress and cannot be pressed again. */
export function Button({
  look = 'plain',
  busy = false,
  block = false,
  children,
  disabled,
  type = 'button',
  ...rest
}: Props) {
  return (
    <button {...rest} type={type} className={buttonClass(look, block)} disabled={disabled ?? busy} aria-busy={busy}>
      {busy ? <span className={css['spinner']} aria-hidden="true" /> : null}
      {children}
    </button>
  );
}
