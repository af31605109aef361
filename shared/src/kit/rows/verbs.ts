import type { Choice } from '../field.ts';
import { isOffered } from './offer.ts';
import type { Action, ResourceDefinition } from '../resource.ts';

type Row = Readonly<Record<string, unknown>>;

/** The state an action brings rows to, preset by its verb. */
export type Preset = { field: string; value: number; state: string };

/** What can be done with a row: an action, or one of the states it can bring a row to. */
export type Verb = {
  key: string;
  /** Name of the action, or of the state it brings the row to; the key of its wording. */
  verb: string;
  /** Name of the action. */
  name: string;
  action: Action;
  preset?: Preset;
};

/** The field of an action that is a state of the row itself and has a verb for each of its values. */
function stateOf(
  definition: ResourceDefinition,
  action: Action,
  isNamed: (state: string) => boolean,
): [string, readonly Choice[]] | null {
  for (const [key, { choices }] of Object.entries(action.fields ?? {})) {
    if (definition.fields[key]?.read_only === true && choices?.every((choice) => isNamed(choice.key)))
      return [key, choices];
  }
  return null;
}

function verbsOfAction(
  definition: ResourceDefinition,
  [name, action]: [string, Action],
  isNamed: (state: string) => boolean,
): Verb[] {
  const state = stateOf(definition, action, isNamed);
  if (!state) return [{ key: name, verb: name, name, action }];
  const [field, choices] = state;
  const all = (definition.fields[field]?.choices ?? []).map(({ value }) => Number(value));
  return choices.map((choice) => {
    const value = Number(choice.value);
    const from = action.from?.[value] ?? all.filter((one) => one !== value);
    return {
      key: `${name}:${choice.key}`,
      verb: choice.key,
      name,
      preset: { field, value, state: choice.key },
      action: {
        ...action,
        danger: action.danger === true && choice.tone !== 'success',
        when: [...(action.when ?? []), { field, in: from }],
      },
    };
  });
}

/** The verbs of a resource's rows. `isNamed`: whether the wording has a verb that brings rows to this state. */
export const verbsOf = (definition: ResourceDefinition, isNamed: (state: string) => boolean): Verb[] =>
  Object.entries(definition.actions ?? {})
    .filter(([, action]) => action.on === 'rows' && !action.hidden)
    .flatMap((entry) => verbsOfAction(definition, entry, isNamed));

/** Those that apply to one row in its current state. */
export const verbsFor = <V extends Verb>(verbs: readonly V[], row: Row): V[] =>
  verbs.filter(({ action }) => isOffered(action, row));

/** The verb that comes next for a row in its state, among those that apply to it. */
export function leadOf<V extends Verb>({ status }: ResourceDefinition, verbs: readonly V[], row: Row): V | undefined {
  const state = status ? row[status.field] : undefined;
  return verbs.find(({ verb }) => status?.primary_when[verb]?.some((one) => one === state));
}
