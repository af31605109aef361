import type { ScriptLine, ScriptSlot } from '@kaike/shared/domain/ai/scene-script';
import { isNear, mayBeMisspelt } from './lemmas.ts';
import { parseWords, type Word } from './words.ts';

/** A value that stands in an answer, and how many words it takes. */
export type SlotReading = { value: ScriptLine; length: number };

/** Whether an expected word and one of the answer are forms of the same; when `near`, with one wrong letter, too. */
export const isSameWord = (a: Word, b: Word, near: boolean): boolean =>
  a.forms.some((form) => b.forms.includes(form)) ||
  (near && mayBeMisspelt(b.text) && (isNear(a.text, b.text) || b.forms.some((form) => isNear(a.text, form))));

type ChoiceSlot = ScriptSlot & { kind: 'choice' };
type ChoiceName = { phrase: Word[]; value: ScriptLine };
const namesOf = new WeakMap<ChoiceSlot, ChoiceName[]>();

/** The values of a slot and their synonyms as words, those of more words first. */
function choiceNames(slot: ChoiceSlot): ChoiceName[] {
  const cached = namesOf.get(slot);
  if (cached) return cached;
  const names = Object.entries(slot.values).flatMap(([synonyms, zh]) => {
    const [en = ''] = synonyms.split('|');
    return synonyms.split('|').map((name) => ({ phrase: parseWords(name), value: { en, zh } }));
  });
  const sorted = names.filter(({ phrase }) => phrase.length > 0).toSorted((a, b) => b.phrase.length - a.phrase.length);
  namesOf.set(slot, sorted);
  return sorted;
}

const startsWith = (words: readonly Word[], phrase: readonly Word[], near: boolean): boolean =>
  phrase.every((word, index) => {
    const other = words[index];
    return other !== undefined && isSameWord(word, other, near);
  });

const readChoice = (slot: ChoiceSlot, words: readonly Word[], near: boolean): SlotReading[] =>
  choiceNames(slot)
    .filter(({ phrase }) => startsWith(words, phrase, near))
    .map(({ phrase, value }) => ({ value, length: phrase.length }));

const isNumber = (word: Word | undefined): word is Word => word !== undefined && /^\d+(?:\.\d+)?$/.test(word.text);
const clockOf = (word: Word | undefined): [number, number] | null => {
  const [, hour, minute = '0'] = /^(\d{1,2})(?:[:.](\d\d))?$/.exec(word?.text ?? '') ?? [];
  return hour !== undefined && Number(hour) < 25 && Number(minute) < 60 ? [Number(hour), Number(minute)] : null;
};

const chineseHalf = (half: string, hour: number): string => {
  if (half === '') return '';
  if (half === 'am') return '上午 ';
  return hour >= 6 && hour < 12 ? '晚上 ' : '下午 ';
};

function timeOf([hour, minute]: [number, number], half: string): ScriptLine {
  const text = `${hour}:${String(minute).padStart(2, '0')}`;
  return { en: half ? `${text} ${half}` : text, zh: `${chineseHalf(half, hour)}${text}` };
}

/** `half past 7`, `quarter to 8`, `10 minutes past 7`: the minutes after the hour, and where the hour stands. */
function readPast(words: readonly Word[]): { minutes: number; at: number } | null {
  const [first, second, third] = words.map(({ text }) => text);
  const at = second === 'minute' || second === 'minutes' ? 2 : 1;
  const sign = (at === 2 ? third : second) === 'to' ? -1 : 1;
  const isPast = ['past', 'to'].includes((at === 2 ? third : second) ?? '');
  if (!isPast) return null;
  if (first === 'half') return { minutes: 30, at: 2 };
  if (first === 'quarter') return { minutes: 15 * sign, at: 2 };
  return isNumber(words[0]) && Number(first) < 60 ? { minutes: Number(first) * sign, at: at + 1 } : null;
}

function readClock(words: readonly Word[]): { clock: [number, number]; length: number } | null {
  if (words[0]?.text === 'noon') return { clock: [12, 0], length: 1 };
  const past = readPast(words);
  const clock = clockOf(words[past?.at ?? 0]);
  if (!clock) return null;
  if (past && past.minutes < 0)
    return { clock: [clock[0] === 1 ? 12 : clock[0] - 1, 60 + past.minutes], length: past.at + 1 };
  if (past) return { clock: [clock[0], past.minutes], length: past.at + 1 };
  const [, second] = words;
  // `7 30`
  if (clock[1] === 0 && isNumber(second) && /^[0-5]\d$/.test(second.text))
    return { clock: [clock[0], Number(second.text)], length: 2 };
  return { clock, length: 1 };
}

function readTime(words: readonly Word[]): SlotReading[] {
  const reading = readClock(words);
  if (!reading) return [];
  const rest = words.slice(reading.length, reading.length + 3).map(({ text }) => text);
  const [next = ''] = rest;
  if (next === 'am' || next === 'pm') return [{ value: timeOf(reading.clock, next), length: reading.length + 1 }];
  if (next === 'in' && rest[1] === 'the') {
    const half = rest[2] === 'morning' ? 'am' : 'pm';
    return [{ value: timeOf(reading.clock, half), length: reading.length + 3 }];
  }
  return [{ value: timeOf(reading.clock, ''), length: reading.length }];
}

/** Words that are no part of a name. */
const noName = new Set(
  `a an the this that it is i am me my you your we our he she they his her and or but so not no yes yeah yep ok okay sure please
   thank thanks hello hi hey from in at on to for of with by is are was be been do does did have has had can could will would
   here there now just also very really too what who where when why how sorry fine good great well right name call called
   want like need know think going looking hoping trying coming calling speaking afraid glad happy tired sick new one`
    .trim()
    .split(/\s+/),
);
const maxNameWords = 3;

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function readName(words: readonly Word[]): SlotReading[] {
  const [first] = words;
  const isPart = ({ text, clause }: Word): boolean =>
    clause === first?.clause && /^[a-z]{1,20}$/.test(text) && !noName.has(text);
  const end = words.slice(0, maxNameWords).findIndex((word) => !isPart(word));
  const parts = words.slice(0, end < 0 ? maxNameWords : end).map(({ text }) => capitalised(text));
  return parts
    .map((_part, index) => parts.slice(0, parts.length - index))
    .map((name) => ({ value: { en: name.join(' '), zh: name.join(' ') }, length: name.length }));
}

/** The values that the words begin with, the longest first. */
export function parseSlot(slot: ScriptSlot, words: readonly Word[], near: boolean): SlotReading[] {
  if (slot.kind === 'choice') return readChoice(slot, words, near);
  if (slot.kind === 'time') return readTime(words);
  if (slot.kind === 'name') return readName(words);
  const [first] = words;
  return isNumber(first) ? [{ value: { en: first.text, zh: first.text }, length: 1 }] : [];
}
