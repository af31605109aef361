import { sql } from 'kysely';
import type { LessonMaterial } from '@kaike/shared/contracts/catalog/lesson-materials';
import { parseSubtitles } from '@kaike/shared/domain/catalog/courses/subtitles';
import { AppError } from '../../../../core/app-error.ts';
import type { Db } from '../../../../db/pool.ts';
import { draftWords } from './draft-words.ts';

type Source = {
  title: string;
  course_title: string;
  content: string;
  subtitles: string | null;
  stored: Omit<LessonMaterial, 'source' | 'is_draft'> | null;
};
type Key = { id: number; lesson_id: number };

/** English texts of a lesson, and what is stored for it. */
export async function loadSource(db: Db, { id: courseId, lesson_id }: Key): Promise<Source> {
  const { rows } = await sql<Source>`select l.title, c.title as course_title, l.content,
      (select s.body from lesson_subtitles s where s.lesson_id = l.id and s.language = 'en') as subtitles,
      case when m.lesson_id is not null then jsonb_build_object('outline', m.outline, 'words', m.words, 'phrases', m.phrases,
        'is_approved', m.approved_at is not null) end as stored
    from lessons l join courses c on c.id = l.course_id left join lesson_materials m on m.lesson_id = l.id
    where l.id = ${lesson_id} and l.course_id = ${courseId} and l.deleted_at is null and c.deleted_at is null`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new AppError('record.not_found');
  return row;
}

const plain = (html: string): string => html.replaceAll(/<[^<>]*>/g, ' ').replaceAll(/&[a-z]+;|&#\d+;/gi, ' ');

function spokenText(vtt: string): string {
  const read = parseSubtitles(vtt);
  return 'cues' in read ? plain(read.cues.map(({ text }) => text).join(' ')) : '';
}

function textOf({ subtitles, content }: Source): { source: LessonMaterial['source']; text: string } {
  if (subtitles !== null) return { source: 'subtitles', text: spokenText(subtitles) };
  const text = plain(content);
  return /[a-z]{3}/i.test(text) ? { source: 'article', text } : { source: null, text: '' };
}

export async function present(row: Source): Promise<LessonMaterial> {
  const { source, text } = textOf(row);
  if (row.stored) return { ...row.stored, source, is_draft: false };
  return { outline: '', words: await draftWords(text), phrases: [], is_approved: false, source, is_draft: true };
}
