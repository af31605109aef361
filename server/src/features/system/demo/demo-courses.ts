import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { lessonType, playedTypes, type LessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { defaultDocumentSec, estimateReadingSec } from '@kaike/shared/domain/learning/reading';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import { subjects } from '@kaike/shared/resources/catalog/subjects';
import { chordLoop } from '../../../adapters/video/generate/generate-sound.ts';
import type { LessonVideo } from '../../../adapters/video/generate/generate.ts';
import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';
import { rebuildTree } from '../../../kit/write/rebuild-tree.ts';
import { processMedia } from '../../catalog/media/public.ts';
import { demoClosingWords, demoOutcomes } from './content/demo-answers.ts';
import { demoCourses, demoProducts, demoSubjects, demoTeachers, type DemoCourse } from './content/demo-content.ts';
import { demoSubtitles, type DemoExtra, type DemoFiles } from './content/demo-materials.ts';

export type DemoLesson = { id: number; course_id: number; duration_sec: number; is_played: boolean };
export type DemoProduct = { id: number; course_ids: number[]; sale_price: number };
type Ids = Map<string, number>;
/** Creates a clip at `output`; false where that is not possible. */
export type DrawVideo = (video: LessonVideo) => Promise<boolean>;

const published = 1;
const onSale = 1;
const fenPerYuan = 100;
const seconds = [36, 48, 60, 42, 54, 66];

const lengthOf = (index: number): number => seconds[index % seconds.length] ?? 48;

/** Repetitions of the chord loop. */
const soundRounds = 3;
const soundSec = 48;
const soundOf = ({ sn }: DemoCourse): string => `${sn} sound`;

/** Adds a file to the library and processes it like an upload. */
async function addMedia(ctx: Context, title: string, stored: { key: string; size: number }): Promise<number> {
  const media = await ctx.db
    .insertInto('media')
    .values({ title, status: mediaStatus.processing, storage_key: stored.key, size: stored.size })
    .returning('id')
    .executeTakeFirstOrThrow();
  await processMedia.run(ctx, { media_id: media.id });
  return media.id;
}

/** A sound needs no ffmpeg: without it the file is stored uncompressed. */
async function makeSound(ctx: Context, course: DemoCourse): Promise<number> {
  return addMedia(
    ctx,
    `${course.title}（示例音频）`,
    await ctx.adapters.storage.store('wav', chordLoop(0, soundRounds)),
  );
}

/** Generates one clip per course and packages it like an upload; null without ffmpeg. */
async function makeVideo(
  ctx: Context,
  course: DemoCourse,
  place: { folder: string; index: number; draw: DrawVideo },
): Promise<number | null> {
  const output = join(place.folder, `${course.sn}.mp4`);
  const isGenerated = await place.draw({
    output,
    duration_sec: lengthOf(place.index),
    hue: course.hue,
    seed: course.sn,
    label: course.sn.replace(/\D/g, ''),
  });
  if (!isGenerated) return null;
  const stored = await ctx.adapters.storage.store('mp4', createReadStream(output));
  return addMedia(ctx, `${course.title}（示例视频）`, stored);
}

/** Videos of all courses by course number, logged one by one because each takes seconds, and sounds where a course has one. */
export async function makeVideos(
  ctx: Context,
  { log, draw }: { log: (text: string) => void; draw: DrawVideo },
): Promise<Ids> {
  const folder = await mkdtemp(join(tmpdir(), 'kaike-demo-'));
  const videos: Ids = new Map();
  try {
    for (const course of demoCourses.filter(({ sound }) => sound !== undefined))
      videos.set(soundOf(course), await makeSound(ctx, course));
    for (const [index, course] of demoCourses.entries()) {
      log(`demo school: video ${index + 1} of ${demoCourses.length}`);
      const id = await makeVideo(ctx, course, { folder, index, draw });
      if (id === null) {
        log('demo school: no ffmpeg, so lessons stay without videos');
        break;
      }
      videos.set(course.sn, id);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return videos;
}

async function makeSubjects(trx: Db): Promise<Ids> {
  const ids: Ids = new Map();
  for (const [index, subject] of demoSubjects.entries()) {
    const row = await trx
      .insertInto('subjects')
      .values({ ...subject, sort: index + 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(subject.name, row.id);
  }
  await rebuildTree(trx, subjects);
  return ids;
}

async function makeTeachers(trx: Db): Promise<Ids> {
  const ids: Ids = new Map();
  for (const [index, teacher] of demoTeachers.entries()) {
    const row = await trx
      .insertInto('teachers')
      .values({ ...teacher, sort: index + 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(teacher.name, row.id);
  }
  return ids;
}

type CoursePlan = {
  course: DemoCourse;
  course_id: number;
  media_id: number | null;
  sound_id: number | null;
  length: number;
  files: DemoFiles;
};
type LessonPlan = {
  title: string;
  type: LessonType;
  duration_sec: number;
  media_id?: number | null;
  content?: string;
  file?: string;
  template_id?: number;
  is_free?: boolean;
};

async function planExtra(
  trx: Db,
  { title, is_free = false, ...extra }: DemoExtra,
  files: DemoFiles,
): Promise<LessonPlan> {
  const { type } = extra;
  if (type === lessonType.article)
    return { title, type, is_free, content: extra.content, duration_sec: estimateReadingSec(extra.content) };
  if (type === lessonType.document)
    return { title, type, is_free, file: files[extra.file], duration_sec: defaultDocumentSec };
  const { id, minutes } = await trx
    .selectFrom('ai_prompt_templates')
    .select(['id', sql<number>`(scene ->> 'minutes')::int`.as('minutes')])
    .where('key', '=', extra.template)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return { title, type, template_id: id, duration_sec: minutes * 60 };
}

/** The lessons to create in a chapter. */
async function planLessons(
  trx: Db,
  { course, media_id, sound_id, length, files }: CoursePlan,
  place: number,
): Promise<LessonPlan[]> {
  const plans = (course.chapters[place]?.lessons ?? []).map((title): LessonPlan => ({
    title,
    type: lessonType.video,
    media_id,
    duration_sec: media_id ? length : 0,
  }));
  if (place < course.chapters.length - 1) return plans;
  if (course.sound !== undefined && sound_id !== null)
    plans.push({ title: course.sound, type: lessonType.audio, media_id: sound_id, duration_sec: soundSec });
  for (const extra of course.extras ?? []) plans.push(await planExtra(trx, extra, files));
  return plans;
}

const isPlayed = ({ type }: LessonPlan): boolean => playedTypes.some((played) => played === type);

async function makeLessons(trx: Db, plan: CoursePlan): Promise<DemoLesson[]> {
  const lessons: DemoLesson[] = [];
  let total = 0;
  for (const [place, chapter] of plan.course.chapters.entries()) {
    const { id: chapterId } = await trx
      .insertInto('chapters')
      .values({ course_id: plan.course_id, title: chapter.title, sort: place + 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [index, lesson] of (await planLessons(trx, plan, place)).entries()) {
      const isFirst = place === 0 && index === 0;
      const row = await trx
        .insertInto('lessons')
        .values({
          ...lesson,
          course_id: plan.course_id,
          chapter_id: chapterId,
          preview_sec: isFirst ? Math.min(20, lesson.duration_sec) : 0,
          sort: index + 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      total += lesson.duration_sec;
      lessons.push({
        id: row.id,
        course_id: plan.course_id,
        duration_sec: lesson.duration_sec || plan.length,
        is_played: isPlayed(lesson),
      });
    }
  }
  await trx
    .updateTable('courses')
    .set({ lesson_count: lessons.length, duration_sec: total })
    .where('id', '=', plan.course_id)
    .execute();
  return lessons;
}

/** Subtitles for the first lesson of a course, and its words as a download. */
async function addWords(
  trx: Db,
  courseId: number,
  lesson: DemoLesson | undefined,
  { words }: DemoFiles,
): Promise<void> {
  if (!lesson) return;
  await trx
    .insertInto('lesson_subtitles')
    .values(demoSubtitles.map((subtitles) => ({ ...subtitles, lesson_id: lesson.id })))
    .execute();
  await trx
    .updateTable('courses')
    .set({ attachments: JSON.stringify([words]) })
    .where('id', '=', courseId)
    .execute();
}

/** Creates subjects, teachers and twelve courses with chapters and lessons. */
export async function makeCourses(
  ctx: Context,
  trx: Db,
  { videos, files }: { videos: Ids; files: DemoFiles },
): Promise<{ lessons: DemoLesson[]; bySubject: Map<string, number[]> }> {
  const [subjectIds, teachers] = [await makeSubjects(trx), await makeTeachers(trx)];
  const lessons: DemoLesson[] = [];
  const bySubject = new Map<string, number[]>();
  for (const [index, course] of demoCourses.entries()) {
    const row = await trx
      .insertInto('courses')
      .values({
        sn: course.sn,
        title: course.title,
        subtitle: course.subtitle,
        subject_id: subjectIds.get(course.subject) ?? null,
        cover_style: course.cover_style,
        teacher_ids: sql`${course.teachers.map((name) => teachers.get(name) ?? 0)}::bigint[]`,
        tags: sql`${course.tags}::text[]`,
        intro: course.intro,
        outcomes: (demoOutcomes[course.sn] ?? []).join('\n'),
        closing_words: demoClosingWords[course.sn] ?? '',
        level: course.level,
        list_price: course.list_yuan * fenPerYuan,
        sale_price: course.sale_yuan * fenPerYuan,
        is_free: course.is_free ?? false,
        audio_download: course.sound !== undefined,
        trailer_id: course.has_trailer ? (videos.get(course.sn) ?? null) : null,
        status: published,
        publish_at: ctx.clock(),
        sort: index + 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    bySubject.set(course.subject, [...(bySubject.get(course.subject) ?? []), row.id]);
    const created = await makeLessons(trx, {
      course,
      course_id: row.id,
      media_id: videos.get(course.sn) ?? null,
      sound_id: videos.get(soundOf(course)) ?? null,
      length: lengthOf(index),
      files,
    });
    if (course.has_words) await addWords(trx, row.id, created[0], files);
    lessons.push(...created);
  }
  return { lessons, bySubject };
}

/** Creates products that sell the courses of their subjects. */
export async function makeProducts(trx: Db, bySubject: Map<string, number[]>): Promise<DemoProduct[]> {
  const products: DemoProduct[] = [];
  for (const [index, product] of demoProducts.entries()) {
    const courseIds = product.subjects.flatMap((subject) => bySubject.get(subject) ?? []);
    const row = await trx
      .insertInto('products')
      .values({
        sn: product.sn,
        title: product.title,
        course_ids: sql`${courseIds}::bigint[]`,
        term_mode: product.term_mode,
        term_value: product.term_value,
        list_price: product.list_yuan * fenPerYuan,
        sale_price: product.sale_yuan * fenPerYuan,
        status: onSale,
        sort: index + 1,
        intro: product.intro,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    products.push({ id: row.id, course_ids: courseIds, sale_price: product.sale_yuan * fenPerYuan });
  }
  return products;
}
