import type { ReactNode } from 'react';
import type { Field, FieldKind } from '@kaike/shared/kit/field';
import { useT } from '../../app/wording.ts';
import type { Binding } from '../../form/use-form.ts';
import { inputs } from '../fields/inputs.tsx';
import type { MappedChoice } from '../maps.ts';
import { FieldBox } from '../fields/field-box.tsx';

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

type InputProps = Omit<Binding, 'flags'> & {
  flags?: Binding['flags'];
  name: string;
  field: Field;
  choices?: readonly MappedChoice[];
  disabled?: boolean;
  inCell?: boolean;
};
const noChoices: readonly MappedChoice[] = [];

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
      isRequired={flags?.required ?? false}
      isWide={wide.has(field.kind)}
    >
      <FieldInput {...props} />
    </FieldBox>
  );
}
