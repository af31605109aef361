import type { Field } from '@kaike/shared/kit/field';
import type { InputProps } from '../src/kit/fields/input-props.ts';

/** The props of an input of the back office whose field has no error and may be edited; its words are their keys. */
export const inputProps = (field: Field, own: Pick<InputProps, 'label' | 'value' | 'onChange'>): InputProps => ({
  ...own,
  id: 'field',
  name: 'field',
  field,
  choices: [],
  disabled: false,
  status: '',
  onBlur: () => undefined,
  t: (key) => key,
});
