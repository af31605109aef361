import type { Action, ResourceDefinition } from '@kaike/shared/kit/resource';
import type { ChoiceMaps } from '../../maps.ts';
import type { ResourceWording } from '../../words/use-words.ts';
import { titleOfTarget, type RefusedRow, type Target } from './bulk-target.ts';
import type { Preset } from './offers.ts';

export type ActionProps = {
  definition: ResourceDefinition;
  name: string;
  action: Action;
  /** The state a button has chosen; the dialog does not ask for it. */
  preset?: Preset | undefined;
  target: Target;
  words: ResourceWording;
  maps: ChoiceMaps;
  close: () => void;
  done: () => void;
  /** What is filled in already. */
  values?: Record<string, unknown>;
  /** The row's checks were shown: what a dry run would say is known. */
  isChecked?: boolean;
};

export type ActionUndo = { resource: string; action: string; ids: number[]; input?: Record<string, unknown> };
export type ActionAnswer = {
  changed: number;
  failed: RefusedRow[];
  undo?: readonly ActionUndo[];
  alert?: { message?: string };
};

type PhraseProps = Pick<ActionProps, 'definition' | 'target' | 'words' | 'preset' | 'name'>;

/** A sentence of the catalogue about a single row, with its title as `what` and the names it relates to; empty without one, or where a name that it needs is missing. */
export function phraseOfOne(
  { definition, target, words }: Pick<PhraseProps, 'definition' | 'target' | 'words'>,
  { kind, key, more = {} }: { kind: 'say_one' | 'done'; key: string; more?: Readonly<Record<string, string>> },
): string {
  const title = titleOfTarget(definition, target);
  const sentence = `resources.${definition.name}.${kind}.${key}`;
  if (!title || words.t(sentence) === sentence) return '';
  const names = Object.entries(target.rows[0]?.labels ?? {}).flatMap(([name, text]) =>
    typeof text === 'string' && text ? [[name, text]] : [],
  );
  const text = words.t(sentence, { ...Object.fromEntries(names), ...more, what: words.t('kit.row', { title }) });
  return text.includes('{') ? '' : text;
}

/** The action as a phrase: with the names or the title of a single row, or the number of rows. */
export function describeAction(props: PhraseProps, count: number): string {
  const key = props.preset?.state ?? props.name;
  return (
    phraseOfOne(props, { kind: 'say_one', key }) ||
    props.words.say(key, titleOfTarget(props.definition, props.target) || count)
  );
}
