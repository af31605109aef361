import { sql } from 'kysely';
import * as courses from '@kaike/shared/contracts/catalog/courses';
import { lessonType, playedTypes } from '@kaike/shared/domain/catalog/courses/course-status';
import { isSoundFile } from '@kaike/shared/domain/catalog/media/file-types';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import { estimateReadingSec, defaultDocumentSec } from '@kaike/shared/domain/learning/reading';
import { isBlank } from '@kaike/shared/domain/site/rich-text';
import type { BodyOf } from '@kaike/shared/kit/contract';
import type { Db } from '../../../../db/pool.ts';
import { AppError, assert } from '../../../../core/app-error.ts';
import type { AdminCall } from '../../../../core/call.ts';
import { claimFiles } from '../../../../kit/files.ts';
import { isScripted } from '../../../ai/scenes/public.ts';
import { claimAttachments, parseAttachments } from './attachments.ts';
import type { OutlineChange } from './change-outline.ts';

export type LessonInput = {
  type: number;
  title: string;
  media_id: number | null;
  preview_sec: number;
  is_free: boolean;
  status: number;
  content: string;
  file: string | null;
  read_sec: number | null;
  template_id: number | null;
  attachments: string[];
};
type LessonRow = LessonInput & { id: number; version: number; duration_sec: number };
type Body = Partial<Omit<BodyOf<typeof courses.updateLesson>, 'version'>>;
/** The failure of a field whose value nobody offers. */
export const unknownValue = (key: string) => ({ failures: { [key]: [{ rule: 'in', params: [] }] } });
const wrong = (key: string): AppError => new AppError('request.invalid', unknownValue(key));
/** Documents are validated by the contract's field definition. */
const documentField = { file: courses.updateLesson.body.file };

export async function findLesson({ trx, course }: OutlineChange, id: number): Promise<LessonRow> {
  const { rows } =
    await sql<LessonRow>`select l.id, l.type, l.title, l.media_id, l.preview_sec, l.is_free, l.status, l.content, l.file, l.read_sec, l.template_id, l.attachments, l.version, l.duration_sec
    from lessons l where l.id = ${id} and l.course_id = ${course.id} and l.deleted_at is null`.execute(trx);
  assert(rows[0], 'record.not_found');
  return rows[0];
}

type Media = { status: number; duration_sec: number; storage_key: string | null };

/** Seconds of a video or a sound, 0 while unknown. A video lesson takes no sound, an audio lesson no video. */
async function playedLength(trx: Db, { type, media_id }: LessonInput): Promise<number> {
  if (media_id === null) return 0;
  const {
    rows: [media],
  } =
    await sql<Media>`select status, duration_sec, storage_key from media where id = ${media_id} and deleted_at is null`.execute(
      trx,
    );
  if (!media) throw wrong('media_id');
  const isSound = isSoundFile(media.storage_key ?? '');
  if (isSound !== (type === lessonType.audio))
    throw new AppError(isSound ? 'lesson.needs_video' : 'lesson.needs_sound', { field: 'media_id' });
  return media.status === mediaStatus.ready ? media.duration_sec : 0;
}

/** Seconds that a scene is meant to take. Only one that can be played is chosen. */
async function sceneLength(trx: Db, id: number | null): Promise<number> {
  if (id === null) return 0;
  const { rows } = await sql<{ minutes: number }>`select coalesce((t.scene ->> 'minutes')::int, 0) as minutes
    from ai_prompt_templates t where t.id = ${id} and ${isScripted}`.execute(trx);
  if (!rows[0]) throw wrong('template_id');
  return rows[0].minutes * 60;
}

/** How long a lesson takes: its playing time, the reading time that completes it, or that of its scene; 0 while it has no content. */
export async function lengthOf(trx: Db, lesson: LessonInput): Promise<number> {
  if (lesson.type === lessonType.document) return lesson.file === null ? 0 : (lesson.read_sec ?? defaultDocumentSec);
  if (lesson.type === lessonType.article)
    return isBlank(lesson.content) ? 0 : (lesson.read_sec ?? estimateReadingSec(lesson.content));
  if (lesson.type === lessonType.ai_scene) return sceneLength(trx, lesson.template_id);
  return playedLength(trx, lesson);
}

/**
 * The free preview of a video or a sound as stored; a free lesson is free in full. One longer than the lesson is refused
 * when it was typed in, and cut when the file was replaced. Reading lessons and talks have none.
 */
export function fitPreview(
  lesson: LessonInput,
  { duration, is_typed }: { duration: number; is_typed: boolean },
): number {
  if (!playedTypes.some((type) => type === lesson.type)) return 0;
  if (lesson.is_free) return duration;
  if (duration === 0 || lesson.preview_sec <= duration) return lesson.preview_sec;
  if (is_typed) throw new AppError('lesson.preview_too_long', { field: 'preview_sec', params: { max: duration } });
  return duration;
}

/** Field names for the log, distinct from those of the course. */
export const lessonForLog = ({ title, type, status, ...rest }: LessonInput) => ({
  lesson_title: title,
  lesson_type: type,
  lesson_status: status,
  ...rest,
});

export function mergeLesson(lesson: LessonInput, body: Body): LessonInput {
  const type = body.type ?? lesson.type;
  return {
    type,
    title: body.title ?? lesson.title,
    media_id: body.media_id === undefined ? lesson.media_id : body.media_id,
    preview_sec: body.preview_sec ?? lesson.preview_sec,
    is_free: body.is_free ?? lesson.is_free,
    status: body.status ?? lesson.status,
    content: body.content ?? lesson.content,
    file: body.file === undefined ? lesson.file : body.file || null,
    read_sec: body.read_sec === undefined ? lesson.read_sec : body.read_sec,
    template_id:
      type === lessonType.ai_scene ? (body.template_id === undefined ? lesson.template_id : body.template_id) : null,
    attachments: body.attachments === undefined ? lesson.attachments : parseAttachments(body.attachments ?? []),
  };
}

/** Claims the documents a lesson refers to, so that the clean-up keeps them. */
export async function claimDocuments(
  call: AdminCall<Body>,
  trx: Db,
  { before, after }: { before: LessonInput; after: LessonInput },
): Promise<void> {
  await claimFiles({ trx, call }, documentField, {
    values: { file: after.file },
    before: { file: before.file },
  });
  await claimAttachments({ trx, now: call.ctx.clock() }, { before: before.attachments, after: after.attachments });
}
