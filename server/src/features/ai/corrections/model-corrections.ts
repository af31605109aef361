import { sql } from 'kysely';
import { modelCodeOf } from '@kaike/shared/domain/ai/learner/model-corrections';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/pool.ts';
import { maxCorrections, type LearnerText } from './correct-words.ts';
import { findMistakes, overlaps, type Mistake } from './find-mistakes.ts';
import { isStored, type StoredCorrection } from './stored-corrections.ts';

/** Longer answers explain what nobody reads in a talk. */
const longest = { wrong: 80, right: 100, why: 60, why_en: 160 } as const;

type Entry = Record<string, unknown>;
const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null;

/** A text in one line; null when it is none, or too long. */
function lineIn(entry: Entry, key: string, most: number): string | null {
  const value = entry[key];
  if (typeof value !== 'string' || value.length > most || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value)) return null;
  return value.trim();
}

function readList(answer: string): Entry[] {
  try {
    const list: unknown = JSON.parse(answer.slice(answer.indexOf('['), answer.lastIndexOf(']') + 1));
    return Array.isArray(list) ? list.filter(isEntry) : [];
  } catch {
    return [];
  }
}

/** Where the words stand in the text as whole words; null unless that is one place. */
function placeOf(text: string, words: string): { from: number; to: number } | null {
  const from = text.indexOf(words);
  const to = from + words.length;
  if (words === '' || from < 0 || text.includes(words, from + 1)) return null;
  return /[\p{L}\p{N}]$/u.test(text.slice(0, from)) || /^[\p{L}\p{N}]/u.test(text.slice(to)) ? null : { from, to };
}

const lettersOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function readEntry(entry: Entry, text: string): StoredCorrection | null {
  const span = lineIn(entry, 'wrong', longest.wrong);
  const fix = lineIn(entry, 'right', longest.right);
  const why = lineIn(entry, 'why_zh', longest.why);
  const whyEn = lineIn(entry, 'why_en', longest.why_en);
  if (!span || fix === null || !why || !whyEn || !/\p{Script=Han}/u.test(why)) return null;
  const place = placeOf(text, span);
  // Capital letters and marks are no mistakes of what was said.
  if (!place || lettersOf(span) === lettersOf(fix)) return null;
  return { code: modelCodeOf(String(entry['kind'])), ...place, span, fix, why, why_en: whyEn };
}

/**
 * The corrections in the answer of a chat service: those whose words stand in the learner's words, and which `isAllowed`. Where a
 * rule finds a mistake, the rule corrects it, or the learner knows better. Anything else in the answer is nothing.
 */
export function parseModelCorrections(
  answer: string,
  { text, level }: Pick<LearnerText, 'text' | 'level'>,
  isAllowed: (words: string) => boolean,
): StoredCorrection[] {
  const taken: Pick<Mistake, 'from' | 'to'>[] = [...findMistakes(text, level)];
  const codes = new Set<string>();
  return readList(answer).flatMap((entry) => {
    const one = readEntry(entry, text);
    if (!one || !isAllowed(`${one.fix}\n${one.why}\n${one.why_en}`) || taken.some((other) => overlaps(one, other)))
      return [];
    // Who says of one that it is no mistake says it by its code.
    if (codes.has(one.code)) return [];
    codes.add(one.code);
    taken.push(one);
    return [one];
  });
}

/** Stores what a chat service found with the learner's words, behind what rules found, unless the words are gone. */
export const addCorrections = (db: Db, words: LearnerText, corrections: readonly StoredCorrection[]): Promise<void> =>
  inTransaction(db, async (trx) => {
    const { rows } = await sql<{ corrections: unknown }>`select corrections from ai_messages
      where id = ${words.message_id} and content = ${words.text} for no key update`.execute(trx);
    const [row] = rows;
    if (!row) return;
    const stored = Array.isArray(row.corrections) ? row.corrections.filter(isStored) : [];
    const all = [...stored, ...corrections].slice(0, maxCorrections).toSorted((a, b) => a.from - b.from);
    if (all.length <= stored.length) return;
    await sql`update ai_messages set corrections = ${JSON.stringify(all)}::jsonb where id = ${words.message_id}`.execute(
      trx,
    );
  });
