import { sql } from 'kysely';
import type { CefrLevel } from '@kaike/shared/domain/people/people';
import type { Db } from '../../../db/pool.ts';
import { findMistakes, type Mistake } from './find-mistakes.ts';
import { allRules } from './rules/rules.ts';
import type { StoredCorrection } from './stored-corrections.ts';

/** More than two at once teach nothing. */
export const maxCorrections = 2;
/** Whoever said this often that it is no mistake does not read it again. */
const maxDismissals = 2;

const rules = new Map(allRules.map((rule) => [rule.code, rule]));

export type LearnerText = { member_id: number; message_id: number; text: string; level: CefrLevel };
type MistakeHistory = { code: string; times: number; dismissed: number };

const readHistory = async (
  trx: Db,
  memberId: number,
  codes: readonly string[],
): Promise<Map<string, MistakeHistory>> => {
  const { rows } = await sql<MistakeHistory>`select code, times, dismissed from ai_mistakes
    where member_id = ${memberId} and code = any(${[...codes]}::text[])`.execute(trx);
  return new Map(rows.map((row) => [row.code, row]));
};

/** The most useful first: what was wrong before, then what stands first. */
const byUse =
  (history: ReadonlyMap<string, MistakeHistory>) =>
  (a: Mistake, b: Mistake): number =>
    (history.get(b.code)?.times ?? 0) - (history.get(a.code)?.times ?? 0) || a.from - b.from;

function toStore(mistake: Mistake, text: string): StoredCorrection {
  const { code, from, to, fix } = mistake;
  const rule = rules.get(code);
  return { code, from, to, span: text.slice(from, to), fix, why: rule?.zh ?? '', why_en: rule?.en ?? '' };
}

/** Counts each mistake once for these words, in one statement. */
async function countMistakes(
  trx: Db,
  { member_id, message_id }: LearnerText,
  mistakes: readonly Mistake[],
): Promise<void> {
  const codes = [...new Set(mistakes.map(({ code }) => code))];
  const rows = codes.map((code) => ({ code, kind: rules.get(code)?.kind ?? 'grammar' }));
  await sql`insert into ai_mistakes as m (member_id, kind, code, times, last_message_id)
    select ${member_id}, kind, code, 1, ${message_id} from json_to_recordset(${JSON.stringify(rows)}::json) as r (kind text, code text)
    on conflict (member_id, kind, code) do update set
      times = m.times + (m.last_message_id is distinct from excluded.last_message_id)::int, last_message_id = excluded.last_message_id`.execute(
    trx,
  );
}

/** Finds what is wrong with a learner's words, and stores it with them. The caller has locked the member. */
export async function correctWords(trx: Db, words: LearnerText): Promise<void> {
  const mistakes = findMistakes(words.text, words.level);
  if (mistakes.length === 0) return;
  const history = await readHistory(
    trx,
    words.member_id,
    mistakes.map(({ code }) => code),
  );
  const open = mistakes.filter(({ code }) => (history.get(code)?.dismissed ?? 0) < maxDismissals);
  if (open.length === 0) return;
  const corrections = open
    .toSorted(byUse(history))
    .slice(0, maxCorrections)
    .toSorted((a, b) => a.from - b.from);
  await sql`update ai_messages set corrections = ${JSON.stringify(corrections.map((one) => toStore(one, words.text)))}::jsonb
    where id = ${words.message_id}`.execute(trx);
  await countMistakes(trx, words, open);
}
