import type { ReactNode } from 'react';
import type { Field, FieldKind } from '@kaike/shared/kit/field';
import { useT } from '../../app/wording.ts';
import type { Binding } from '../../form/use-form.ts';
import { inputs } from '../fields/inputs.tsx';
import type { Choice } from '../maps.ts';

const wide = new Set<FieldKind>([
  'long_text',
  'json',
  'image',
  'relations',
  'tags',
  'rich_text',
  'images',
  'map_point',
  'cover_style',
]);

type BoxProps = {
  id: string;
  label: string;
  error?: string | undefined;
  help?: ReactNode;
  is_required?: boolean;
  is_wide?: boolean;
  children: ReactNode;
};

/** A label, an input, and the error or help below it. Space for the error is reserved, so that the form does not jump. */
export function FieldBox({
  id,
  label,
  error,
  help,
  is_required: isRequired = false,
  is_wide: isWide = false,
  children,
}: BoxProps) {
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

type InputProps = Omit<Binding, 'flags'> & {
  flags?: Binding['flags'];
  name: string;
  field: Field;
  choices?: readonly Choice[];
  disabled?: boolean;
  in_cell?: boolean;
};
const noChoices: readonly Choice[] = [];

/** The input of a field by its kind; disabled while the form is being sent. */
export function FieldInput({ name, field, choices = noChoices, disabled = false, error, flags, ...bound }: InputProps) {
  const t = useT();
  return inputs[field.kind]({
    ...bound,
    name,
    field,
    choices,
    disabled: disabled || (flags?.pending ?? false),
    status: error ? 'error' : '',
    t,
  });
}

/** One field of a form with its label, and its error or help. */
export function FieldRow({ help, ...props }: InputProps & { help?: ReactNode }) {
  const { id, label, error, flags, field } = props;
  return (
    <FieldBox
      id={id}
      label={label}
      error={error}
      help={help}
      is_required={flags?.required ?? false}
      is_wide={wide.has(field.kind)}
    >
      <FieldInput {...props} />
    </FieldBox>
  );
}
