import type { Field } from '@kaike/shared/kit/field';
import type { Translate } from '@kaike/shared/kit/wording';
import type { MappedChoice } from '../maps.ts';

/** What every input of the kit takes. */
export type InputProps = {
  id: string;
  name: string;
  field: Field;
  value: unknown;
  choices: readonly MappedChoice[];
  disabled: boolean;
  /** In a cell of a list, which has room for little. */
  inCell?: boolean;
  status: 'error' | '';
  label: string;
  t: Translate;
  onChange: (value: unknown) => void;
  onBlur: () => void;
};
