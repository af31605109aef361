import type { Action, ResourceDefinition } from '../resource.ts';

type Need = readonly string[];

/** Confirmed in a sentence before and after it runs: by the action, or by each state it sets. */
function sentencesOf({ name, fields }: ResourceDefinition, verb: string, action: Action): Need[] {
  const states =
    Object.entries(action.fields ?? {}).find(([key, field]) => field.choices && fields[key]?.read_only === true)?.[1]
      .choices ?? [];
  const wordsOf = (key: string): string[] => [
    `resources.${name}.say.${key}`,
    `kit.say.${key}`,
    `resources.${name}.verbs.${key}`,
    `kit.verbs.${key}`,
  ];
  const keys = states.length > 0 ? states.map(({ key }) => key) : [verb];
  return keys.map((key) => [...wordsOf(key), ...wordsOf(verb)]);
}

function ofActions(resource: ResourceDefinition): Need[] {
  const { name, actions = {} } = resource;
  return Object.entries(actions).flatMap(([verb, action]) => [
    [`resources.${name}.actions.${verb}`, `kit.actions.${verb}`],
    ...(action.on === 'rows' && !action.hidden
      ? [[`resources.${name}.unit`], ...sentencesOf(resource, verb, action)]
      : []),
    ...Object.keys(action.fields ?? {}).map((key) => [`resources.${name}.fields.${key}`, `fields.${key}`]),
  ]);
}

/** The words a resource needs in every language: of each the key of its own catalogue, and those that may say it instead. */
export function neededWords(resource: ResourceDefinition): Need[] {
  const { name, fields, overview, list, form = [] } = resource;
  const own = `resources.${name}`;
  const needs: Need[] = [
    [`${own}.name`],
    ...Object.entries(fields).flatMap(([key, field]) => [
      [`${own}.fields.${key}`, `fields.${key}`],
      ...(field.choices ?? []).map((choice) => [
        `${own}.choices.${key}.${choice.key}`,
        `choices.${key}.${choice.key}`,
        `fields.choices.${key}.${choice.key}`,
      ]),
    ]),
    ...ofActions(resource),
    ...(overview?.figures ?? []).flatMap((figure) =>
      typeof figure === 'string' ? [] : [[`${own}.figures.${figure.key}`]],
    ),
    ...(list.views ?? []).flatMap(({ key, todo }) => [
      [`${own}.views.${key}`],
      ...(todo ? [[`${own}.todo.${key}`]] : []),
    ]),
    ...form.map(({ group }) => [`${own}.groups.${group}`, `kit.groups.${group}`]),
  ];
  return [...new Map(needs.map((need) => [need.join(' '), need])).values()];
}
