import type { ScriptLine, ScriptSlot } from '@kaike/shared/domain/ai/scene-script';
import type { SlotValues } from './patterns.ts';

/** FNV-1a: the same text always picks the same variant. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
}

/** One of the variants, chosen by a text. */
export function pickLine(lines: readonly ScriptLine[], by: string): ScriptLine {
  const line = lines[hash(by) % lines.length];
  if (!line) throw new RangeError('No line to pick');
  return line;
}

/** Lines said one after the other; Chinese needs no space between sentences. */
export const joinLines = (lines: readonly ScriptLine[]): ScriptLine => ({
  en: lines.map(({ en }) => en).join(' '),
  zh: lines.map(({ zh }) => zh).join(''),
});

const slotPattern = /\{([a-z_\d]+)\}/g;

/** The slots that a line repeats. */
export const slotsOf = ({ en, zh }: ScriptLine): string[] =>
  [en, zh].flatMap((text) => [...text.matchAll(slotPattern)].map(([, name = '']) => name));

const sentenceStart = /(^|[.!?] )([a-z])/g;

/** Puts what the member said into a line, with `an` before a vowel and a capital at the start of a sentence. */
export function fillLine(
  line: ScriptLine,
  slots: Readonly<Record<string, ScriptSlot>>,
  values: SlotValues,
): ScriptLine {
  const valueOf = (name: string): ScriptLine => values[name] ?? slots[name]?.otherwise ?? { en: '', zh: '' };
  const en = line.en
    .replace(/\b([Aa]) \{([a-z_\d]+)\}/g, (_all, article: string, name: string) => {
      const value = valueOf(name).en;
      return `${/^[aeiou]/i.test(value) ? `${article}n` : article} ${value}`;
    })
    .replace(slotPattern, (_all, name: string) => valueOf(name).en)
    .replace(sentenceStart, (_all, before: string, letter: string) => `${before}${letter.toUpperCase()}`);
  const zh = line.zh
    .replace(slotPattern, (_all, name: string) => valueOf(name).zh)
    .replace(/(?<=\p{Script=Han})(?=[A-Za-z\d])|(?<=[A-Za-z\d])(?=\p{Script=Han})/gu, ' ');
  return { en, zh };
}
