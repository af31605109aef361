import { useMemo } from 'react';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import type { Translate } from '@kaike/shared/kit/wording';
import { spaceCjk } from '@kaike/shared/kit/cjk-spacing';
import { useT } from '../../app/wording.ts';

export type ResourceWording = {
  t: Translate;
  name: string;
  /** The singular, where the language has one; else the name. */
  one: string;
  field: (key: string) => string;
  choice: (field: string, key: string) => string;
  action: (name: string) => string;
  /** The verb that brings a row to a state; empty when there is none. */
  verb: (state: string) => string;
  /** A phrase for an action, or the state it brings rows to, with one row's title or a number of rows. */
  say: (key: string, rows: string | number) => string;
  /** What an action, or reaching a state, means; empty when its name says enough. */
  about: (key: string) => string;
  /** A view of the list. */
  view: (key: string) => string;
  /** A number of rows: 3 位学员. */
  count: (rows: number) => string;
  /** A count of the overview. */
  figure: (key: string) => string;
  /** A moment of a row's way: its own short name, else the field's. */
  step: (field: string) => string;
  /** The rows of another resource in this one's record. */
  related: (resource: string) => string;
  /** What it means that a field is empty; itself empty when there is nothing to say. */
  empty_value: (field: string) => string;
  group: (name: string) => string;
  /** Empty when there is none. */
  help: (field: string) => string;
  /** The wording inside an action's dialog: a field may have another name there. */
  ofAction: (action: string) => ResourceWording;
  /** How rows are created where nobody creates them by hand; empty when there is nothing to say. */
  empty: string;
};

/** What the button that creates a row says, and the page it opens. */
export const createLabel = ({ t, one }: Pick<ResourceWording, 't' | 'one'>): string =>
  spaceCjk(t('kit.new', { name: one }));

/** `1 course` without its number; in Chinese a measure word cannot be used alone. */
function oneOf(t: Translate, own: string): string | undefined {
  const text = t(`${own}.unit`, { count: 1 });
  return /^1 [A-Za-z]/.test(text) ? text.slice(2) : undefined;
}

/** Capitalizes a heading. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A name inside a sentence: `courses`, but `AI chats`. */
export const inSentence = (name: string): string =>
  /^[A-Z][a-z]\P{Script=Han}*$/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

/** The heading of a record: 课程：日常口语, Course: Daily speaking. */
export const recordTitle = (words: ResourceWording, title: string): string =>
  words.t('lists.record_title', { name: capital(words.one), title });

/** The wording of a resource: its own, else the common one. */
export function wordsOf(t: Translate, name: string): ResourceWording {
  const first = (...keys: string[]): string => {
    for (const key of keys) {
      const text = t(key);
      if (text !== key) return text;
    }
    return keys.at(-1)?.split('.').at(-1) ?? '';
  };
  const existingKey = (...keys: string[]): string | undefined => keys.find((one) => t(one) !== one);
  const optional = (key: string): string => (t(key) === key ? '' : t(key));
  const own = `resources.${name}`;
  const words: ResourceWording = {
    t,
    name: first(`${own}.name`),
    one: oneOf(t, own) ?? first(`${own}.name`),
    field: (key) => first(`${own}.fields.${key}`, `fields.${key}`),
    choice: (field, key) =>
      first(`${own}.choices.${field}.${key}`, `choices.${field}.${key}`, `fields.choices.${field}.${key}`),
    action: (action) => first(`${own}.actions.${action}`, `kit.actions.${action}`),
    verb: (state) =>
      [`${own}.verbs.${state}`, `kit.verbs.${state}`]
        .map((key) => ({ key, text: t(key) }))
        .find(({ key, text }) => text !== key)?.text ?? '',
    count: (rows) => t(existingKey(`${own}.unit`) ?? 'kit.rows', { count: rows }),
    say: (key, rows) => {
      const what = typeof rows === 'string' ? t('kit.row', { title: rows }) : words.count(rows);
      const sentence = existingKey(`${own}.say.${key}`, `kit.say.${key}`);
      const verb = words.verb(key);
      const phrase = sentence
        ? t(sentence, { what })
        : verb === ''
          ? t('kit.say.any', { action: words.action(key), what })
          : t('kit.say.verb', { verb, what });
      // A title is used as written.
      return typeof rows === 'string' ? phrase : spaceCjk(phrase);
    },
    about: (key) => optional(`${own}.about.${key}`),
    view: (key) => first(`${own}.views.${key}`),
    figure: (key) => first(`${own}.figures.${key}`),
    step: (key) => first(`${own}.steps.${key}`, `${own}.fields.${key}`, `fields.${key}`),
    related: (resource) => first(`${own}.related.${resource}`, `resources.${resource}.name`),
    empty_value: (field) => optional(`${own}.empty_values.${field}`),
    group: (group) => first(`${own}.groups.${group}`, `kit.groups.${group}`),
    empty: optional(`${own}.empty`),
    help: (field) => optional(`${own}.help.${field}`),
    ofAction: (action) => ({
      ...words,
      field: (key) => {
        const text = t(`${own}.action_fields.${action}.${key}`);
        return text.startsWith(own) ? words.field(key) : text;
      },
      help: (key) => {
        const text = t(`${own}.action_help.${action}.${key}`);
        return text.startsWith(own) ? words.help(key) : text;
      },
    }),
  };
  return words;
}

export function useWords(definition: ResourceDefinition): ResourceWording {
  const t = useT();
  return useMemo(() => wordsOf(t, definition.name), [t, definition.name]);
}
