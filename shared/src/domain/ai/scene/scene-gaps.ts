import type { GoalForm, NodeForm, SceneForm, ScriptForm, SlotForm, WordedForm } from './scene-form.ts';
import { scriptLevels, type ScriptLine } from '../scene-script.ts';

const isEmpty = (text: string): boolean => text.trim() === '';
/** Places of texts that are needed and empty; the places are those of the stored scene. */
const gapsOf = (place: string, texts: Readonly<Record<string, string>>): string[] =>
  Object.entries(texts).flatMap(([key, text]) => (isEmpty(text) ? [`${place}.${key}`] : []));
const lineGaps = (place: string, { en, zh }: ScriptLine): string[] => gapsOf(place, { en, zh });
const lists = <T>(items: readonly T[], place: string, gaps: (place: string, item: T) => string[]): string[] =>
  items.flatMap((item, index) => gaps(`${place}[${index}]`, item));
const patternGaps = (place: string, patterns: readonly string[]): string[] =>
  patterns.some((text) => !isEmpty(text)) ? [] : [place];

/** Either all texts of a list have Chinese or none has. */
const wordedGaps = (place: string, items: readonly WordedForm[], needsChinese: boolean): string[] =>
  lists(items, place, (at, { text, zh }) => gapsOf(at, needsChinese ? { text, zh } : { text }));
const hasChinese = (items: readonly WordedForm[]): boolean => items.some(({ zh }) => zh !== '');

const checkGaps = (place: string, { kind, values }: GoalForm): string[] =>
  kind === 'none' ? [`${place}.kind`] : patternGaps(`${place}.check`, values);

const slotGaps = (place: string, { name, kind, values, otherwise }: SlotForm): string[] => [
  ...gapsOf(place, { name }),
  ...(kind === 'choice' && values.length === 0 ? [`${place}.values`] : []),
  ...(kind === 'choice' ? lists(values, `${place}.values`, lineGaps) : []),
  ...lineGaps(`${place}.otherwise`, otherwise),
];

function nodeGaps(place: string, node: NodeForm): string[] {
  const lines = scriptLevels.flatMap((level) =>
    node.say[level].length === 0
      ? [`${place}.say.${level}`]
      : lists(node.say[level], `${place}.say.${level}`, lineGaps),
  );
  if (node.is_end) return [...gapsOf(place, { id: node.id }), ...lines];
  return [
    ...gapsOf(place, { id: node.id, task: node.task, next: node.next }),
    ...lines,
    ...scriptLevels.flatMap((level) => lineGaps(`${place}.model.${level}`, node.model[level])),
    ...(node.expect.length === 0 ? [`${place}.expect`] : []),
    ...lists(node.expect, `${place}.expect`, (at, { intent, any, reply }) => [
      ...gapsOf(at, { intent }),
      ...patternGaps(`${at}.any`, any),
      ...lists(reply, `${at}.reply`, lineGaps),
    ]),
    ...lineGaps(`${place}.else.rephrase`, node.rephrase),
    ...lineGaps(`${place}.else.choices`, node.choices),
  ];
}

const scriptGaps = ({ intro, slots, nodes }: ScriptForm): string[] => [
  ...lineGaps('script.intro', intro),
  ...lists(slots, 'script.slots', slotGaps),
  ...lists(nodes, 'script.nodes', nodeGaps),
];

/** What an editor still has to fill in, as places of the stored scene. */
export function sceneGaps(form: SceneForm): string[] {
  const { user_role, ai_role, place, minutes, goals, phrases, vocabulary, script } = form;
  return [
    ...Object.entries({ user_role, ai_role, place }).flatMap(([key, text]) => (isEmpty(text) ? [key] : [])),
    ...(minutes === null ? ['minutes'] : []),
    ...(goals.length === 0 ? ['goals'] : []),
    ...wordedGaps('goals', goals, script !== null || hasChinese(goals)),
    ...(script ? lists(goals, 'goals', checkGaps) : []),
    ...wordedGaps('phrases', phrases, hasChinese(phrases)),
    ...wordedGaps('vocabulary', vocabulary, hasChinese(vocabulary)),
    ...(script ? scriptGaps(script) : []),
  ];
}
