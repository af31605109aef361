import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { verbsOf, type Preset, type Verb } from '@kaike/shared/kit/rows/verbs';
import type { ShownRow } from '../../resource-view.ts';
import type { ResourceWording } from '../../words/use-words.ts';

export type { Preset };
/** A button: a verb with its label. */
export type OfferedVerb = Omit<Verb, 'verb'> & { label: string };
/** A verb of rows that the user is permitted to run. */
export type RowOffer = Verb & { label: string };

/** The verbs of rows that the user is permitted to run. */
export const rowOffers = (
  definition: ResourceDefinition,
  words: ResourceWording,
  may: (name: string) => boolean,
): RowOffer[] =>
  verbsOf(definition, (state) => words.verb(state) !== '')
    .filter(({ name }) => may(name))
    .map((verb) => ({ ...verb, label: verb.preset ? words.verb(verb.verb) : words.action(verb.name) }));

/** The previous state of all the rows, when the same action leads back to it; else the one that reverses the new state. */
export function reverseState(
  definition: ResourceDefinition,
  { name, preset }: { name: string; preset?: Preset | undefined },
  rows: readonly ShownRow[],
): number | null {
  const action = definition.actions?.[name];
  if (!action || !preset || !rows[0]) return null;
  const before = Number(rows[0][preset.field]);
  if (rows.some((row) => row[preset.field] !== before)) return null;
  const isChoice = action.fields?.[preset.field]?.choices?.some(({ value }) => value === before) === true;
  const from = action.from?.[before];
  return isChoice && (from === undefined || from.includes(preset.value))
    ? before
    : (action.revert_to?.[preset.value] ?? null);
}
