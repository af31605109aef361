import type { Choice } from '@kaike/shared/kit/field';
import { isOffered } from '@kaike/shared/kit/offer';
import type { Action, ResourceDefinition } from '@kaike/shared/kit/resource';
import type { Row } from '../resource-view.ts';
import type { Words } from '../words/use-words.ts';

/** The state an action brings rows to, preset by its button. */
export type Preset = { field: string; value: number; state: string };
/** A button: an action, or one of the states it can bring a row to, named by its verb. */
export type Offer = { key: string; name: string; label: string; action: Action; preset?: Preset };

/** The field of an action that is a state of the row itself and has a verb for each of its values. */
function stateOf(definition: ResourceDefinition, action: Action, words: Words): [string, readonly Choice[]] | null {
  for (const [key, { choices }] of Object.entries(action.fields ?? {})) {
    if (definition.fields[key]?.read_only === true && choices?.every((choice) => words.verb(choice.key) !== ''))
      return [key, choices];
  }
  return null;
}

function offersOf(definition: ResourceDefinition, [name, action]: [string, Action], words: Words): Offer[] {
  const state = stateOf(definition, action, words);
  if (!state) return [{ key: name, name, label: words.action(name), action }];
  const [field, choices] = state;
  const all = (definition.fields[field]?.choices ?? []).map(({ value }) => Number(value));
  return choices.map((choice) => {
    const value = Number(choice.value);
    const from = action.from?.[value] ?? all.filter((one) => one !== value);
    return {
      key: `${name}:${choice.key}`,
      name,
      label: words.verb(choice.key),
      preset: { field, value, state: choice.key },
      action: {
        ...action,
        danger: action.danger === true && choice.tone !== 'success',
        when: [...(action.when ?? []), { field, in: from }],
      },
    };
  });
}

/** The row actions that the user is permitted to run. */
export function rowOffers(definition: ResourceDefinition, words: Words, may: (name: string) => boolean): Offer[] {
  return Object.entries(definition.actions ?? {})
    .filter(([name, action]) => action.on === 'rows' && !action.hidden && may(name))
    .flatMap((entry) => offersOf(definition, entry, words));
}

/** Those that apply to one row in its current state. */
export const offersFor = (offers: readonly Offer[], row: Row): Offer[] =>
  offers.filter(({ action }) => isOffered(action, row));

/** The previous state of all the rows, when the same action leads back to it; else the one that reverses the new state. */
export function reverseState(
  definition: ResourceDefinition,
  { name, preset }: { name: string; preset?: Preset | undefined },
  rows: readonly Row[],
): number | null {
  const action = definition.actions?.[name];
  if (!action || !preset || !rows[0]) return null;
  const before = Number(rows[0][preset.field]);
  if (rows.some((row) => row[preset.field] !== before)) return null;
  const isChoice = action.fields?.[preset.field]?.choices?.some(({ value }) => value === before) === true;
  const from = action.from?.[before];
  return isChoice && (from === undefined || from.includes(preset.value))
    ? before
    : (action.back?.[preset.value] ?? null);
}
