import type { ReactNode } from 'react';
import { useT } from '../../../app/wording.ts';
import { inputs, type InputProps } from '../../../kit/fields/inputs.tsx';

type RowProps = {
  id: string;
  label: string;
  help?: string;
  errors: readonly string[] | undefined;
  children: ReactNode;
};

/** A field of the dialog with its label above and its help or error below. */
export function FieldRow({ id, label, help, errors, children }: RowProps) {
  return (
    <div className="kk-field">
      <label htmlFor={id}>{label}</label>
      {children}
      {errors?.length ? (
        <div className="kk-error" role="alert">
          {errors[0]}
        </div>
      ) : (
        <div className="kk-help">{help}</div>
      )}
    </div>
  );
}

type KitInputProps = Pick<InputProps, 'id' | 'name' | 'field' | 'value' | 'label' | 'onChange'> & {
  has_error: boolean;
};

/** A kit input outside a kit form. */
export function KitInput({ has_error: hasError, ...inputProps }: KitInputProps) {
  const t = useT();
  const Input = inputs[inputProps.field.kind];
  return (
    <Input
      {...inputProps}
      choices={[]}
      disabled={false}
      status={hasError ? 'error' : ''}
      t={t}
      onBlur={() => undefined}
    />
  );
}
