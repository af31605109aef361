import { sql } from 'kysely';
import type { LessonMaterial } from '@kaike/shared/contracts/catalog/lesson-materials';
import type * as lessonMaterials from '@kaike/shared/contracts/catalog/lesson-materials';
import {
  type MaterialWord,
  maxMaterialWords,
  type MaterialPhrase,
  maxMaterialPhrases,
  isPhrase,
} from '@kaike/shared/domain/catalog/courses/lesson-material';
import { assert, checkAll } from '../../../../core/app-error.ts';
import type { AdminCallOf } from '../../../../core/call.ts';
import { inTransaction } from '../../../../db/in-transaction.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import { canAsk } from './review-scene.ts';
import { loadSource, present } from './edit-material.ts';

const textIn = (value: unknown, key: string): string => {
  const entries = new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : []);
  const text = entries.get(key);
  return typeof text === 'string' ? text.trim().replaceAll(/\s+/g, ' ') : '';
};

function readWords(value: unknown): MaterialWord[] {
  const words = (Array.isArray(value) ? value : []).map((one: unknown) => ({
    text: textIn(one, 'text').toLowerCase(),
    zh: textIn(one, 'zh'),
    sentence: textIn(one, 'sentence'),
  }));
  assert(words.length <= maxMaterialWords, 'material.too_many', { field: 'words', params: { max: maxMaterialWords } });
  const wrong = words.find((word) => !canAsk(word));
  assert(!wrong, 'material.word', { field: 'words', params: { word: wrong?.text ?? '' } });
  return [...new Map(words.map((word) => [word.text, word])).values()];
}

function readPhrases(value: unknown): MaterialPhrase[] {
  const phrases = (Array.isArray(value) ? value : []).map((one: unknown) => ({
    text: textIn(one, 'text'),
    zh: textIn(one, 'zh'),
  }));
  assert(phrases.length <= maxMaterialPhrases, 'material.too_many', {
    field: 'phrases',
    params: { max: maxMaterialPhrases },
  });
  assert(phrases.every(isPhrase), 'material.phrase', { field: 'phrases' });
  return phrases;
}

/** Stores what a teacher made of the proposal. Approved, learners can talk about it; that takes at least one word. */
export async function updateMaterial(
  call: AdminCallOf<typeof lessonMaterials.updateMaterial>,
): Promise<LessonMaterial> {
  const { ctx, params, body, actor } = call;
  const now = ctx.clock();
  await checkAll(
    () => readWords(body.words),
    () => readPhrases(body.phrases),
  );
  const stored = {
    outline: (body.outline ?? '').trim(),
    words: readWords(body.words),
    phrases: readPhrases(body.phrases),
    is_approved: body.is_approved === true,
  };
  assert(!stored.is_approved || stored.words.length > 0, 'material.no_words', { field: 'words' });
  return inTransaction(ctx.db, async (trx) => {
    const row = await loadSource(trx, params);
    const approval = stored.is_approved ? { at: now, by: actor.user_id } : { at: null, by: null };
    await sql`insert into lesson_materials as m (lesson_id, outline, words, phrases, approved_at, approved_by, updated_at, updated_by)
      values (${params.lesson_id}, ${stored.outline}, ${JSON.stringify(stored.words)}::jsonb, ${JSON.stringify(stored.phrases)}::jsonb, ${approval.at},
        ${approval.by}, ${now}, ${actor.user_id})
      on conflict (lesson_id) do update set outline = excluded.outline, words = excluded.words, phrases = excluded.phrases,
        approved_at = excluded.approved_at, approved_by = excluded.approved_by, updated_at = excluded.updated_at, updated_by = excluded.updated_by`.execute(
      trx,
    );
    await writeLog(trx, call, {
      resource: 'courses',
      record_id: params.id,
      record_title: row.course_title,
      action: 'update-material',
      before: row.stored && { lesson_title: row.title, is_approved: row.stored.is_approved },
      after: {
        lesson_title: row.title,
        is_approved: stored.is_approved,
        words: stored.words.map(({ text }) => text),
        phrases: stored.phrases.map(({ text }) => text),
      },
    });
    return present({ ...row, stored });
  });
}
