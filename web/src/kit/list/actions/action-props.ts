import type { Action, ResourceDefinition } from '@kaike/shared/kit/resource';
import type { Maps } from '../../maps.ts';
import type { Words } from '../../words/use-words.ts';
import { titleOfTarget, type FailedRow, type Target } from './bulk-target.ts';
import type { Preset } from './offers.ts';

export type ActionProps = {
  definition: ResourceDefinition;
  name: string;
  action: Action;
  /** The state a button has chosen; the dialog does not ask for it. */
  preset?: Preset | undefined;
  target: Target;
  words: Words;
  maps: Maps;
  close: () => void;
  done: () => void;
  /** What is filled in already. */
  values?: Record<string, unknown>;
  /** The row's checks were shown: what a dry run would say is known. */
  is_checked?: boolean;
};

export type ActionUndo = { resource: string; action: string; ids: number[]; input?: Record<string, unknown> };
export type ActionAnswer = {
  changed: number;
  failed: FailedRow[];
  undo?: readonly ActionUndo[];
  alert?: { message?: string };
};

/** The action as a phrase: with the title of a single row, or the number of rows. */
export const sayWhat = (
  props: Pick<ActionProps, 'definition' | 'target' | 'words' | 'preset' | 'name'>,
  count: number,
): string => props.words.say(props.preset?.state ?? props.name, titleOfTarget(props.definition, props.target) || count);
