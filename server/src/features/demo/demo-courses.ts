import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { mediaStatus } from '@kaike/shared/domain/media-status';
import { generateCover } from '../../adapters/video/generate-cover.ts';
import { generateLessonVideo } from '../../adapters/video/generate.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/pool.ts';
import { rebuildTree } from '../../kit/rebuild-tree.ts';
import { processMedia, publicUrl } from '../media/public.ts';
import { demoCourses, demoProducts, demoSubjects, demoTeachers, type DemoCourse } from './demo-content.ts';

export type DemoLesson = { id: number; course_id: number; duration_sec: number };
export type DemoProduct = { id: number; course_ids: number[]; sale_price: number };
type Ids = Map<string, number>;

const published = 1;
const onSale = 1;
const fenPerYuan = 100;
const seconds = [36, 48, 60, 42, 54, 66];

const lengthOf = (index: number): number => seconds[index % seconds.length] ?? 48;

/** Generates one clip a course and packages it as an upload would be; null when there is no ffmpeg to make it with. */
async function makeVideo(ctx: Context, course: DemoCourse, given: { folder: string; index: number }): Promise<number | null> {
  const output = join(given.folder, `${course.sn}.mp4`);
  const made = await generateLessonVideo({ output, duration_sec: lengthOf(given.index), hue: course.hue, seed: course.sn, label: course.sn.replace(/\D/g, '') });
  if (!made) return null;
  const stored = await ctx.adapters.storage.store('mp4', createReadStream(output));
  const media = await ctx.db.insertInto('media').values({
    title: `${course.title}（示例视频）`, status: mediaStatus.processing, storage_key: stored.key, size: stored.size,
  }).returning('id').executeTakeFirstOrThrow();
  await processMedia.run(ctx, { media_id: media.id });
  return media.id;
}

/** Videos of all courses by course number, told one by one as they take seconds. */
export async function makeVideos(ctx: Context, log: (text: string) => void): Promise<Ids> {
  const folder = await mkdtemp(join(tmpdir(), 'kaike-demo-'));
  const videos: Ids = new Map();
  try {
    for (const [index, course] of demoCourses.entries()) {
      log(`demo school: video ${index + 1} of ${demoCourses.length}`);
      const id = await makeVideo(ctx, course, { folder, index });
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
    const row = await trx.insertInto('subjects').values({ ...subject, sort: index + 1 }).returning('id').executeTakeFirstOrThrow();
    ids.set(subject.name, row.id);
  }
  await rebuildTree(trx, 'subjects');
  return ids;
}

async function makeTeachers(trx: Db): Promise<Ids> {
  const ids: Ids = new Map();
  for (const [index, teacher] of demoTeachers.entries()) {
    const row = await trx.insertInto('teachers').values({ ...teacher, sort: index + 1 }).returning('id').executeTakeFirstOrThrow();
    ids.set(teacher.name, row.id);
  }
  return ids;
}

async function makeLessons(trx: Db, given: { course: DemoCourse; course_id: number; media_id: number | null; length: number }): Promise<DemoLesson[]> {
  const made: DemoLesson[] = [];
  for (const [place, chapter] of given.course.chapters.entries()) {
    const { id: chapterId } = await trx.insertInto('chapters').values({ course_id: given.course_id, title: chapter.title, sort: place + 1 }).returning('id').executeTakeFirstOrThrow();
    for (const [index, title] of chapter.lessons.entries()) {
      const isFirst = place === 0 && index === 0;
      const row = await trx.insertInto('lessons').values({
        course_id: given.course_id, chapter_id: chapterId, title, media_id: given.media_id, duration_sec: given.media_id ? given.length : 0,
        preview_sec: isFirst && given.media_id ? Math.min(20, given.length) : 0, sort: index + 1,
      }).returning('id').executeTakeFirstOrThrow();
      made.push({ id: row.id, course_id: given.course_id, duration_sec: given.length });
    }
  }
  await trx.updateTable('courses').set({ lesson_count: made.length, duration_sec: given.media_id ? made.length * given.length : 0 }).where('id', '=', given.course_id).execute();
  return made;
}

/** Subjects, teachers and twelve courses with chapters and lessons. */
export async function makeCourses(ctx: Context, trx: Db, videos: Ids): Promise<{ lessons: DemoLesson[]; bySubject: Map<string, number[]> }> {
  const [subjects, teachers] = [await makeSubjects(trx), await makeTeachers(trx)];
  const lessons: DemoLesson[] = [];
  const bySubject = new Map<string, number[]>();
  for (const [index, course] of demoCourses.entries()) {
    const cover = await ctx.adapters.storage.store('webp', await generateCover({ hue: course.hue, seed: course.sn }));
    const row = await trx.insertInto('courses').values({
      sn: course.sn, title: course.title, subtitle: course.subtitle, subject_id: subjects.get(course.subject) ?? null, cover: publicUrl(cover.key),
      teacher_ids: sql`${course.teachers.map((name) => teachers.get(name) ?? 0)}::bigint[]`, tags: sql`${course.tags}::text[]`, intro: course.intro, level: course.level,
      list_price: course.list_yuan * fenPerYuan, sale_price: course.sale_yuan * fenPerYuan, status: published, publish_at: ctx.clock(), sort: index + 1,
    }).returning('id').executeTakeFirstOrThrow();
    bySubject.set(course.subject, [...(bySubject.get(course.subject) ?? []), row.id]);
    lessons.push(...(await makeLessons(trx, { course, course_id: row.id, media_id: videos.get(course.sn) ?? null, length: lengthOf(index) })));
  }
  return { lessons, bySubject };
}

/** Products that sell the courses of their subjects. */
export async function makeProducts(trx: Db, bySubject: Map<string, number[]>): Promise<DemoProduct[]> {
  const made: DemoProduct[] = [];
  for (const [index, product] of demoProducts.entries()) {
    const courseIds = product.subjects.flatMap((subject) => bySubject.get(subject) ?? []);
    const row = await trx.insertInto('products').values({
      sn: product.sn, title: product.title, course_ids: sql`${courseIds}::bigint[]`, term_mode: product.term_mode, term_value: product.term_value,
      list_price: product.list_yuan * fenPerYuan, sale_price: product.sale_yuan * fenPerYuan, status: onSale, sort: index + 1,
      intro: `包含 ${courseIds.length} 门课程`,
    }).returning('id').executeTakeFirstOrThrow();
    made.push({ id: row.id, course_ids: courseIds, sale_price: product.sale_yuan * fenPerYuan });
  }
  return made;
}
