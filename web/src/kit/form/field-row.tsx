import type { Field, FieldKind } from '@kaike/shared/kit/field';
import { rulesOf } from '@kaike/shared/kit/read-input';
import { inputs } from '../fields/inputs.tsx';
import type { Choice } from '../use-resource.ts';
import type { Words } from '../words/use-words.ts';

type Props = {
  name: string;
  field: Field;
  words: Words;
  choices: readonly Choice[];
  value: unknown;
  errors: readonly string[];
  disabled: boolean;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  prefix?: string;
};

const wide = new Set<FieldKind>([
  'long_text',
  'json',
  'image',
  'relations',
  'tags',
  'rich_text',
  'markdown',
  'images',
  'map_point',
]);

/** Label, input, help and error of one field. Space for the error is reserved, so that the form does not jump. */
export function FieldRow({
  name,
  field,
  words,
  choices,
  value,
  errors,
  disabled,
  onChange,
  onBlur,
  prefix = 'field',
}: Props) {
  const id = `${prefix}-${name}`;
  const help = words.help(name);
  const isRequired = rulesOf(field)[0] === 'required';
  const label = words.field(name);
  return (
    <div className={wide.has(field.kind) ? 'kk-field is-wide' : 'kk-field'}>
      <label htmlFor={id}>
        {label}
        {isRequired ? (
          <span className="kk-required" title={words.t('kit.required_mark')} aria-hidden="true">
            {' '}
            *
          </span>
        ) : null}
      </label>
      {inputs[field.kind]({
        id,
        name,
        field,
        value,
        choices,
        disabled,
        status: errors.length > 0 ? 'error' : '',
        label,
        t: words.t,
        onChange,
        onBlur,
      })}
      <div className={errors.length > 0 ? 'kk-error' : 'kk-help'} role={errors.length > 0 ? 'alert' : undefined}>
        {errors[0] ?? help}
      </div>
    </div>
  );
}
