import type { ReactNode } from 'react';
import { useT } from '../../app/wording.ts';

type BoxProps = {
  id: string;
  label: string;
  error?: string | undefined;
  help?: ReactNode;
  isRequired?: boolean;
  isWide?: boolean;
  children: ReactNode;
};

/** A label, an input, and the error or help below it. Space for the error is reserved, so that the form does not jump. */
export function FieldBox({ id, label, error, help, isRequired = false, isWide = false, children }: BoxProps) {
  const t = useT();
  return (
    <div className={isWide ? 'kk-field is-wide' : 'kk-field'}>
      <label htmlFor={id}>
        {label}
        {isRequired ? (
          <span className="kk-required" title={t('kit.required_mark')} aria-hidden="true">
            {' '}
            *
          </span>
        ) : null}
      </label>
      {children}
      <div className={error ? 'kk-error' : 'kk-help'} role={error ? 'alert' : undefined}>
        {error ?? help}
      </div>
    </div>
  );
}
