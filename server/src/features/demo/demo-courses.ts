import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { lessonType, type LessonType } from '@kaike/shared/domain/courses/course-status';
import { mediaStatus } from '@kaike/shared/domain/media/media-status';
import { chordLoop } from '../../adapters/video/generate/generate-sound.ts';
import type { LessonVideo } from '../../adapters/video/generate/generate.ts';
import type { Context } from '../../core/context.ts';
import type { Db } from '../../db/pool.ts';
import { rebuildTree } from '../../kit/write/rebuild-tree.ts';
import { processMedia } from '../media/public.ts';
import { demoCourses, demoProducts, demoSubjects, demoTeachers, type DemoCourse } from './demo-content.ts';

export type DemoLesson = { id: number; course_id: number; duration_sec: number };
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
  await rebuildTree(trx, 'subjects');
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
};
type LessonPlan = { title: string; type: LessonType; media_id: number | null; duration_sec: number };

/** The lessons to create in a chapter. */
function planLessons(
  { course, media_id: mediaId, sound_id: soundId, length }: CoursePlan,
  place: number,
): LessonPlan[] {
  const videos = (course.chapters[place]?.lessons ?? []).map((title): LessonPlan => ({
    title,
    type: lessonType.video,
    media_id: mediaId,
    duration_sec: mediaId ? length : 0,
  }));
  const isLast = place === course.chapters.length - 1;
  if (!isLast || course.sound === undefined || soundId === null) return videos;
  return [...videos, { title: course.sound, type: lessonType.audio, media_id: soundId, duration_sec: soundSec }];
}

async function makeLessons(trx: Db, plan: CoursePlan): Promise<DemoLesson[]> {
  const lessons: DemoLesson[] = [];
  for (const [place, chapter] of plan.course.chapters.entries()) {
    const { id: chapterId } = await trx
      .insertInto('chapters')
      .values({ course_id: plan.course_id, title: chapter.title, sort: place + 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [index, lesson] of planLessons(plan, place).entries()) {
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
      lessons.push({ id: row.id, course_id: plan.course_id, duration_sec: lesson.duration_sec || plan.length });
    }
  }
  const total = plan.media_id ? lessons.reduce((sum, lesson) => sum + lesson.duration_sec, 0) : 0;
  await trx
    .updateTable('courses')
    .set({ lesson_count: lessons.length, duration_sec: total })
    .where('id', '=', plan.course_id)
    .execute();
  return lessons;
}

/** Creates subjects, teachers and twelve courses with chapters and lessons. */
export async function makeCourses(
  ctx: Context,
  trx: Db,
  videos: Ids,
): Promise<{ lessons: DemoLesson[]; bySubject: Map<string, number[]> }> {
  const [subjects, teachers] = [await makeSubjects(trx), await makeTeachers(trx)];
  const lessons: DemoLesson[] = [];
  const bySubject = new Map<string, number[]>();
  for (const [index, course] of demoCourses.entries()) {
    const row = await trx
      .insertInto('courses')
      .values({
        sn: course.sn,
        title: course.title,
        subtitle: course.subtitle,
        subject_id: subjects.get(course.subject) ?? null,
        cover_style: course.cover_style,
        teacher_ids: sql`${course.teachers.map((name) => teachers.get(name) ?? 0)}::bigint[]`,
        tags: sql`${course.tags}::text[]`,
        intro: course.intro,
        level: course.level,
        list_price: course.list_yuan * fenPerYuan,
        sale_price: course.sale_yuan * fenPerYuan,
        status: published,
        publish_at: ctx.clock(),
        sort: index + 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    bySubject.set(course.subject, [...(bySubject.get(course.subject) ?? []), row.id]);
    lessons.push(
      ...(await makeLessons(trx, {
        course,
        course_id: row.id,
        media_id: videos.get(course.sn) ?? null,
        sound_id: videos.get(soundOf(course)) ?? null,
        length: lengthOf(index),
      })),
    );
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
        intro: `包含 ${courseIds.length} 门课程`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    products.push({ id: row.id, course_ids: courseIds, sale_price: product.sale_yuan * fenPerYuan });
  }
  return products;
}
