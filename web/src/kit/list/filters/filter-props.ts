import type { Field } from '@kaike/shared/kit/field';
import type { Maps } from '../../maps.ts';
import type { Words } from '../../words/use-words.ts';
import type { ListState } from '../use-list-state.ts';

/** What the control of a filter takes. */
export type FilterProps = { name: string; field: Field; state: ListState; words: Words; maps: Maps; id: string };
