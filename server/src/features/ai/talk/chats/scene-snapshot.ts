import { scenePictureIn } from '@kaike/shared/domain/ai/scene/scene-picture';
import type { Chat } from './chat.store.ts';

type Goal = { text: string; zh: string };
const entriesOf = (value: unknown): Map<string, unknown> =>
  new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Texts with their Chinese; older scenes have texts alone. */
function wordedIn(value: unknown): Goal[] {
  if (!Array.isArray(value)) return [];
  return value.map((one: unknown) => {
    const entries = entriesOf(one);
    return { text: textOf(entries.get('text') ?? one), zh: textOf(entries.get('zh')) };
  });
}

/** A stored scene as learners see it, without its script. */
export function parseScene(scene: unknown) {
  const entries = entriesOf(scene);
  const intro = entriesOf(entriesOf(entries.get('script')).get('intro'));
  return {
    user_role: textOf(entries.get('user_role')),
    ai_role: textOf(entries.get('ai_role')),
    place: textOf(entries.get('place')),
    picture: scenePictureIn(entries.get('picture')),
    minutes: Number(entries.get('minutes') ?? 0),
    goals: wordedIn(entries.get('goals')),
    phrases: wordedIn(entries.get('phrases')),
    vocabulary: wordedIn(entries.get('vocabulary')),
    intro: { en: textOf(intro.get('en')), zh: textOf(intro.get('zh')) },
  };
}

/** Whether the lines of a stored scene are written in advance; only then can its goals be checked. */
export const hasScript = (scene: unknown): boolean => Boolean(entriesOf(scene).get('script'));

/** The goals of a talk that can be checked, and which are done. */
export const goalsOf = ({ scene_snapshot: scene, goals_done: done }: Pick<Chat, 'scene_snapshot' | 'goals_done'>) =>
  hasScript(scene) ? parseScene(scene).goals.map((goal) => ({ ...goal, is_done: done.includes(goal.text) })) : [];

export const goalIndexes = (chat: Pick<Chat, 'scene_snapshot' | 'goals_done'>): number[] =>
  goalsOf(chat).flatMap(({ is_done }, index) => (is_done ? [index] : []));
