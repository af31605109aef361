import { sql } from 'kysely';
import type { LessonMaterial } from '@kaike/shared/contracts/lesson-materials';
import type * as lessonMaterials from '@kaike/shared/contracts/lesson-materials';
import {
  isPhrase,
  maxMaterialPhrases,
  maxMaterialWords,
  type MaterialPhrase,
  type MaterialWord,
} from '@kaike/shared/domain/courses/lesson-material';
import { readSubtitles } from '@kaike/shared/domain/courses/subtitles';
import { AppError, assert, checkAll } from '../../../core/app-error.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/pool.ts';
import { writeLog } from '../../../kit/write/operation-log.ts';
import { draftWords } from './draft-words.ts';
import { canAsk } from './review-scene.ts';

type Source = {
  title: string;
  course_title: string;
  content: string;
  subtitles: string | null;
  stored: Omit<LessonMaterial, 'source' | 'is_draft'> | null;
};
type Key = { id: number; lesson_id: number };

/** English texts of a lesson, and what is stored for it. */
async function readSource(db: Db, { id: courseId, lesson_id: lessonId }: Key): Promise<Source> {
  const { rows } = await sql<Source>`select l.title, c.title as course_title, l.content,
      (select s.body from lesson_subtitles s where s.lesson_id = l.id and s.language = 'en') as subtitles,
      case when m.lesson_id is not null then jsonb_build_object('outline', m.outline, 'words', m.words, 'phrases', m.phrases,
        'is_approved', m.approved_at is not null) end as stored
    from lessons l join courses c on c.id = l.course_id left join lesson_materials m on m.lesson_id = l.id
    where l.id = ${lessonId} and l.course_id = ${courseId} and l.deleted_at is null and c.deleted_at is null`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new AppError('record.not_found');
  return row;
}

const plain = (html: string): string => html.replaceAll(/<[^<>]*>/g, ' ').replaceAll(/&[a-z]+;|&#\d+;/gi, ' ');

function spokenText(vtt: string): string {
  const read = readSubtitles(vtt);
  return 'cues' in read ? plain(read.cues.map(({ text }) => text).join(' ')) : '';
}

function textOf({ subtitles, content }: Source): { source: LessonMaterial['source']; text: string } {
  if (subtitles !== null) return { source: 'subtitles', text: spokenText(subtitles) };
  const text = plain(content);
  return /[a-z]{3}/i.test(text) ? { source: 'article', text } : { source: null, text: '' };
}

async function present(row: Source): Promise<LessonMaterial> {
  const { source, text } = textOf(row);
  if (row.stored) return { ...row.stored, source, is_draft: false };
  return { outline: '', words: await draftWords(text), phrases: [], is_approved: false, source, is_draft: true };
}

export const showMaterial = async ({
  ctx,
  params,
}: AdminCallOf<typeof lessonMaterials.getMaterial>): Promise<LessonMaterial> =>
  present(await readSource(ctx.db, params));

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
export async function saveMaterial(call: AdminCallOf<typeof lessonMaterials.updateMaterial>): Promise<LessonMaterial> {
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
    const row = await readSource(trx, params);
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
