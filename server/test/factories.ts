import type { Insertable, Selectable } from 'kysely';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { courseStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import { secondsType } from '@kaike/shared/domain/ai/second-log';
import { agencyStatus } from '@kaike/shared/domain/people/people';
import { productStatus } from '@kaike/shared/domain/commerce/product-status';
import { batchState } from '@kaike/shared/domain/cards/batch-state';
import type { Context } from '../src/core/context.ts';
import type { Database } from '../src/db/tables.ts';
import { postSeconds } from '../src/features/ai/seconds/public.ts';
import { makeSecrets, openSecret } from '../src/features/cards/cards/public.ts';
import { createSnapshot } from '../src/features/commerce/products/public.ts';

type Table = keyof Database;
type Columns<T extends Table> = Partial<Insertable<Database[T]>>;
export type RowOf<T extends Table> = Selectable<Database[T]>;

let counter = 0;
/** A number unique within this run. */
const next = (): number => (counter += 1);

/** A mobile number unique within this run; it never ends in 0000, which the SMS fake rejects. */
export function makeMobile(): string {
  const number = next();
  return `139${String(Math.floor(number / 1000)).padStart(4, '0')}${String((number % 1000) + 1).padStart(4, '0')}`;
}

export async function buildUser(ctx: Context, columns: Columns<'users'> = {}): Promise<RowOf<'users'>> {
  const number = next();
  const values = { username: `user${number}`, name: `用户 ${number}`, mobile_phone: makeMobile(), ...columns };
  return ctx.db.insertInto('users').values(values).returningAll().executeTakeFirstOrThrow();
}

/** A member with a new account; activated unless `activated_at` is null. */
export async function buildMember(ctx: Context, columns: Columns<'members'> = {}): Promise<RowOf<'members'>> {
  const { ai_seconds_left: seconds = 0, ...others } = columns;
  const userId = columns.user_id ?? (await buildUser(ctx)).id;
  const values = { user_id: userId, real_name: '张三', activated_at: ctx.clock(), ...others };
  const row = await ctx.db.insertInto('members').values(values).returningAll().executeTakeFirstOrThrow();
  if (seconds > 0) await setSeconds(ctx, row.id, seconds);
  return { ...row, ai_seconds_left: seconds };
}

/** Brings the member's balance of AI seconds to `seconds` by a line of the ledger. */
export async function setSeconds(ctx: Context, memberId: number, seconds: number): Promise<void> {
  const { ai_seconds_left: balance } = await ctx.db
    .selectFrom('members')
    .select('ai_seconds_left')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  const entry = {
    member_id: memberId,
    type: secondsType.admin,
    delta: seconds - balance,
    ref_type: 'test',
    ref_id: 0,
    idempotency_key: `test:${next()}`,
  };
  await ctx.db
    .transaction()
    .execute((trx) =>
      postSeconds(trx, [entry], { operator_id: null, now: ctx.clock(), secrets: ctx.secrets, when_short: 'refuse' }),
    );
}

/** An agency at the top of the tree. Tests that need its position call `rebuildTree`. */
export async function buildAgency(ctx: Context, columns: Columns<'agencies'> = {}): Promise<RowOf<'agencies'>> {
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
      ...columns,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function buildSubject(ctx: Context, columns: Columns<'subjects'> = {}): Promise<RowOf<'subjects'>> {
  const number = next();
  const values = { name: `科目 ${number}`, level: 1, lft: number * 2, rgt: number * 2 + 1, ...columns };
  return ctx.db.insertInto('subjects').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function buildTeacher(ctx: Context, columns: Columns<'teachers'> = {}): Promise<RowOf<'teachers'>> {
  return ctx.db
    .insertInto('teachers')
    .values({ name: `老师 ${next()}`, ...columns })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A video with status ready, without files. */
export async function buildMedia(ctx: Context, columns: Columns<'media'> = {}): Promise<RowOf<'media'>> {
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
      ...columns,
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

type CourseShape = Columns<'courses'> & {
  /** Number of chapters, and of lessons in each; two by default. */
  chapter_count?: number;
  lessons_each?: number;
  /** Length of every lesson in seconds. */
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
export async function buildCourse(ctx: Context, shape: CourseShape = {}): Promise<BuiltCourse> {
  const { chapter_count = 2, lessons_each = 2, lesson_sec = 600, ...columns } = shape;
  const number = next();
  const lessonCount = chapter_count * lessons_each;
  const course = await ctx.db
    .insertInto('courses')
    .values({
      sn: `C${number}`,
      title: `课程 ${number}`,
      status: courseStatus.published,
      lesson_count: lessonCount,
      duration_sec: lessonCount * lesson_sec,
      ...columns,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const built: BuiltCourse = { course, chapters: [], lessons: [], media: [] };
  for (let sort = 0; sort < chapter_count; sort += 1) {
    const values = { course_id: course.id, title: `第 ${sort + 1} 章`, sort };
    const chapter = await ctx.db.insertInto('chapters').values(values).returningAll().executeTakeFirstOrThrow();
    built.chapters.push(chapter);
    for (let index = 0; index < lessons_each; index += 1) {
      const { lesson, media } = await buildLesson(ctx, {
        course_id: course.id,
        chapter_id: chapter.id,
        sort: index,
        duration_sec: lesson_sec,
      });
      built.lessons.push(lesson);
      built.media.push(media);
    }
  }
  return built;
}

/** A product on sale; with a new course unless `course_ids` is set. */
export async function buildProduct(ctx: Context, columns: Columns<'products'> = {}): Promise<RowOf<'products'>> {
  const number = next();
  const courseIds = columns.course_ids ?? [(await buildCourse(ctx)).course.id];
  return ctx.db
    .insertInto('products')
    .values({
      sn: `P${number}`,
      title: `商品 ${number}`,
      status: productStatus.on,
      list_price: 19_900,
      sale_price: 9900,
      ...columns,
      course_ids: courseIds,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function buildTheme(ctx: Context, columns: Columns<'card_themes'> = {}): Promise<RowOf<'card_themes'>> {
  return ctx.db
    .insertInto('card_themes')
    .values({ name: `卡面 ${next()}`, ...columns })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A released batch, with a new product unless `product_id` is set; `buildCard` adds the cards. */
export async function buildBatch(ctx: Context, columns: Columns<'card_batches'> = {}): Promise<RowOf<'card_batches'>> {
  const number = next();
  const productId = columns.product_id ?? (await buildProduct(ctx)).id;
  const snapshot = columns.product_snapshot ?? JSON.stringify(await createSnapshot(ctx.db, productId));
  const values = {
    batch_no: `B${number}`,
    name: `批次 ${number}`,
    prefix: 'KK',
    quantity: 100,
    state: batchState.released,
    ...columns,
  };
  return ctx.db
    .insertInto('card_batches')
    .values({ ...values, product_id: productId, product_snapshot: snapshot })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** An issued card, and the secret a member would type. Creates its batch unless `batch_id` is set. */
export async function buildCard(
  ctx: Context,
  columns: Columns<'cards'> = {},
): Promise<RowOf<'cards'> & { secret: string }> {
  const batch = columns.batch_id
    ? await ctx.db.selectFrom('card_batches').selectAll().where('id', '=', columns.batch_id).executeTakeFirstOrThrow()
    : await buildBatch(ctx, columns.product_id ? { product_id: columns.product_id } : {});
  const number = next();
  const {
    hashes: [hash],
    sealed: [sealed],
    last4: [last4],
  } = await makeSecrets(ctx.secrets, 1);
  if (!hash || !sealed || !last4) throw new Error('no secret was created');
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
      ...columns,
      batch_id: batch.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, secret: openSecret(ctx.secrets, row) };
}

/** A member's access to a course, unlimited by default. */
export async function buildEntitlement(
  ctx: Context,
  columns: Columns<'entitlements'> & { member_id: number },
): Promise<RowOf<'entitlements'>> {
  const courseId = columns.course_id ?? (await buildCourse(ctx)).course.id;
  return ctx.db
    .insertInto('entitlements')
    .values({ kind: 'course', source_type: 'admin', start_at: ctx.clock(), ...columns, course_id: courseId })
    .returningAll()
    .executeTakeFirstOrThrow();
}
