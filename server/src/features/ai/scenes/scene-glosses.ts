import { parseScript } from './engine/parse-script.ts';

export type Gloss = { text: string; zh: string };

const isWorded = (value: unknown): value is Gloss =>
  typeof value === 'object' && value !== null && 'text' in value && 'zh' in value;

/** Words of a stored scene with their Chinese: its vocabulary, and what its slots may hold. */
export function glossesOf(scene: unknown): Gloss[] {
  if (typeof scene !== 'object' || scene === null) return [];
  const listed: unknown = 'vocabulary' in scene ? scene.vocabulary : [];
  const vocabulary: unknown[] = Array.isArray(listed) ? listed : [];
  const slots = Object.values(parseScript(scene)?.script.slots ?? {});
  const values = slots.flatMap((slot) =>
    slot.kind === 'choice'
      ? Object.entries(slot.values).flatMap(([names, zh]) => names.split('|').map((text) => ({ text, zh })))
      : [],
  );
  return [...vocabulary.filter(isWorded), ...values];
}
