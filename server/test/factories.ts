import type { Insertable, Selectable } from 'kysely';
import { cardState } from '@kaike/shared/domain/card-state';
import { courseStatus } from '@kaike/shared/domain/course-status';
import { mediaStatus } from '@kaike/shared/domain/media-status';
import { agencyStatus } from '@kaike/shared/domain/people';
import { productStatus } from '@kaike/shared/domain/product-status';
import { batchState } from '@kaike/shared/domain/batch-state';
import type { Context } from '../src/context.ts';
import type { Database } from '../src/db/tables.ts';
import { makeSecrets, openSecret } from '../src/features/cards/public.ts';
import { takeSnapshot } from '../src/features/products/public.ts';

type Table = keyof Database;
type Given<T extends Table> = Partial<Insertable<Database[T]>>;
export type RowOf<T extends Table> = Selectable<Database[T]>;

let made = 0;
/** A number no other row of this run has. */
const next = (): number => (made += 1);

/** A mobile number no other person of this run has; it never ends in 0000, which the fake of text messages refuses. */
export function makeMobile(): string {
  const number = next();
  return `139${String(Math.floor(number / 1000)).padStart(4, '0')}${String((number % 1000) + 1).padStart(4, '0')}`;
}

export async function buildUser(ctx: Context, given: Given<'users'> = {}): Promise<RowOf<'users'>> {
  const number = next();
  const values = { username: `user${number}`, name: `用户 ${number}`, mobile_phone: makeMobile(), ...given };
  return ctx.db.insertInto('users').values(values).returningAll().executeTakeFirstOrThrow();
}

/** A member with an account of their own; activated unless `activated_at` says otherwise. */
export async function buildMember(ctx: Context, given: Given<'members'> = {}): Promise<RowOf<'members'>> {
  const userId = given.user_id ?? (await buildUser(ctx)).id;
  const values = { user_id: userId, real_name: '张三', activated_at: ctx.clock(), ...given };
  return ctx.db.insertInto('members').values(values).returningAll().executeTakeFirstOrThrow();
}

/** An agency at the top of the tree. Its place among others is set by `rebuildTree`, for tests that need it. */
export async function buildAgency(ctx: Context, given: Given<'agencies'> = {}): Promise<RowOf<'agencies'>> {
  const number = next();
  return ctx.db
    .insertInto('agencies')
    .values({
      code: `A${number}`,
      name: `代理商 ${number}`,
      status: agencyStatus.active,
      card_num: 1000,
      lft: number * 2,
      rgt: number * 2 + 1,
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function buildSubject(ctx: Context, given: Given<'subjects'> = {}): Promise<RowOf<'subjects'>> {
  const number = next();
  const values = { name: `科目 ${number}`, level: 1, lft: number * 2, rgt: number * 2 + 1, ...given };
  return ctx.db.insertInto('subjects').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function buildTeacher(ctx: Context, given: Given<'teachers'> = {}): Promise<RowOf<'teachers'>> {
  return ctx.db
    .insertInto('teachers')
    .values({ name: `老师 ${next()}`, ...given })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A video that is ready to be played as far as the table knows; there are no files behind it. */
export async function buildMedia(ctx: Context, given: Given<'media'> = {}): Promise<RowOf<'media'>> {
  const key = `2026/01/media${next()}.mp4`;
  const folder = key.replace('.mp4', '');
  const renditions = {
    mode: 'hls',
    segments: 10,
    transcoded: false,
    renditions: [],
    folder,
    playlist: `${folder}/index.m3u8`,
  };
  return ctx.db
    .insertInto('media')
    .values({
      storage_key: key,
      title: '视频',
      status: mediaStatus.ready,
      duration_sec: 600,
      size: 1_000_000,
      width: 1280,
      height: 720,
      progress: 100,
      renditions: JSON.stringify(renditions),
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type BuiltCourse = {
  course: RowOf<'courses'>;
  chapters: RowOf<'chapters'>[];
  lessons: RowOf<'lessons'>[];
  media: RowOf<'media'>[];
};

type CourseShape = Given<'courses'> & {
  /** Chapters, and lessons in each; two of both unless given. */
  chapter_count?: number;
  lessons_each?: number;
  /** Seconds of every lesson. */
  lesson_sec?: number;
};

type Place = { course_id: number; chapter_id: number; sort: number; duration_sec: number };

async function buildLesson(ctx: Context, place: Place): Promise<{ lesson: RowOf<'lessons'>; media: RowOf<'media'> }> {
  const media = await buildMedia(ctx, { duration_sec: place.duration_sec });
  const values = { ...place, title: `课时 ${place.sort + 1}`, media_id: media.id };
  const lesson = await ctx.db.insertInto('lessons').values(values).returningAll().executeTakeFirstOrThrow();
  return { lesson, media };
}

/** A published course with chapters, lessons and a ready video for each. */
export async function buildCourse(ctx: Context, given: CourseShape = {}): Promise<BuiltCourse> {
  const {
    chapter_count: chapterCount = 2,
    lessons_each: lessonsEach = 2,
    lesson_sec: lessonSec = 600,
    ...columns
  } = given;
  const number = next();
  const lessonCount = chapterCount * lessonsEach;
  const course = await ctx.db
    .insertInto('courses')
    .values({
      sn: `C${number}`,
      title: `课程 ${number}`,
      status: courseStatus.published,
      lesson_count: lessonCount,
      duration_sec: lessonCount * lessonSec,
      ...columns,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const built: BuiltCourse = { course, chapters: [], lessons: [], media: [] };
  for (let sort = 0; sort < chapterCount; sort += 1) {
    const values = { course_id: course.id, title: `第 ${sort + 1} 章`, sort };
    const chapter = await ctx.db.insertInto('chapters').values(values).returningAll().executeTakeFirstOrThrow();
    built.chapters.push(chapter);
    for (let index = 0; index < lessonsEach; index += 1) {
      const { lesson, media } = await buildLesson(ctx, {
        course_id: course.id,
        chapter_id: chapter.id,
        sort: index,
        duration_sec: lessonSec,
      });
      built.lessons.push(lesson);
      built.media.push(media);
    }
  }
  return built;
}

/** A product on sale; with a course of its own unless `course_ids` is given. */
export async function buildProduct(ctx: Context, given: Given<'products'> = {}): Promise<RowOf<'products'>> {
  const number = next();
  const courseIds = given.course_ids ?? [(await buildCourse(ctx)).course.id];
  return ctx.db
    .insertInto('products')
    .values({
      sn: `P${number}`,
      title: `商品 ${number}`,
      status: productStatus.on,
      list_price: 19_900,
      sale_price: 9900,
      ...given,
      course_ids: courseIds,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function buildTheme(ctx: Context, given: Given<'card_themes'> = {}): Promise<RowOf<'card_themes'>> {
  return ctx.db
    .insertInto('card_themes')
    .values({ name: `卡面 ${next()}`, ...given })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A released batch, with a product of its own unless given; `buildCard` adds the cards. */
export async function buildBatch(ctx: Context, given: Given<'card_batches'> = {}): Promise<RowOf<'card_batches'>> {
  const number = next();
  const productId = given.product_id ?? (await buildProduct(ctx)).id;
  const snapshot = given.product_snapshot ?? JSON.stringify(await takeSnapshot(ctx.db, productId));
  const values = {
    batch_no: `B${number}`,
    name: `批次 ${number}`,
    prefix: 'KK',
    quantity: 100,
    state: batchState.released,
    ...given,
  };
  return ctx.db
    .insertInto('card_batches')
    .values({ ...values, product_id: productId, product_snapshot: snapshot })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** An issued card, and the secret a member would type. Its batch comes with it unless `batch_id` is given. */
export async function buildCard(
  ctx: Context,
  given: Given<'cards'> = {},
): Promise<RowOf<'cards'> & { secret: string }> {
  const batch = given.batch_id
    ? await ctx.db.selectFrom('card_batches').selectAll().where('id', '=', given.batch_id).executeTakeFirstOrThrow()
    : await buildBatch(ctx, given.product_id ? { product_id: given.product_id } : {});
  const number = next();
  const {
    hashes: [hash],
    sealed: [sealed],
    last4: [last4],
  } = await makeSecrets(ctx.secrets, 1);
  if (!hash || !sealed || !last4) throw new Error('no secret was made');
  const row = await ctx.db
    .insertInto('cards')
    .values({
      card_no: `KK${String(number).padStart(10, '0')}`,
      secret_hash: hash,
      secret_enc: sealed,
      secret_last4: last4,
      batch_seq: number,
      product_id: batch.product_id,
      theme_id: batch.theme_id,
      agency_id: batch.agency_id,
      redeem_end_at: batch.redeem_end_at,
      state: cardState.issued,
      issued_at: ctx.clock(),
      ...given,
      batch_id: batch.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, secret: openSecret(ctx.secrets, row) };
}

/** Access of a member to a course, without end unless given. */
export async function buildEntitlement(
  ctx: Context,
  given: Given<'entitlements'> & { member_id: number },
): Promise<RowOf<'entitlements'>> {
  const courseId = given.course_id ?? (await buildCourse(ctx)).course.id;
  return ctx.db
    .insertInto('entitlements')
    .values({ kind: 'course', source_type: 'admin', start_at: ctx.clock(), ...given, course_id: courseId })
    .returningAll()
    .executeTakeFirstOrThrow();
}
