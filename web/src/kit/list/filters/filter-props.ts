import type { Field } from '@kaike/shared/kit/field';
import type { ChoiceMaps } from '../../maps.ts';
import type { ResourceWording } from '../../words/use-words.ts';
import type { ListState } from '../use-list-state.ts';

/** What the control of a filter takes. */
export type FilterProps = {
  name: string;
  field: Field;
  state: ListState;
  words: ResourceWording;
  maps: ChoiceMaps;
  id: string;
  /** The control stands alone in a popover, opens at once, and calls this when it has its one answer. */
  done?: (() => void) | undefined;
};
