import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import type { MemberPerson, Person, Reply, TestApp } from '../../../../test/app.ts';
import { buildCourse, buildEntitlement, type BuiltCourse } from '../../../../test/factories.ts';
import { localPath } from '../../../../test/local-path.ts';

export const playlist = `#EXTM3U
#EXT-X-VERSION:6
#EXT-X-TARGETDURATION:6
#EXT-X-MAP:URI="init.mp4"
${Array.from({ length: 100 }, (_, index) => `#EXTINF:6,\nsegment-${index + 1}.m4s`).join('\n')}
#EXT-X-ENDLIST
`;

/** Puts files behind a video of the factories: a playlist of 100 segments of 6 seconds. */
export async function packageVideo({ ctx }: TestApp, renditions: unknown): Promise<void> {
  const { folder } = renditions as { folder: string };
  const write = async (name: string, body: string): Promise<void> => {
    const path = localPath(ctx, `${folder}/${name}`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, body);
  };
  await write('index.m3u8', playlist);
  await write('init.mp4', 'init');
  for (const number of [1, 2, 11]) await write(`segment-${number}.m4s`, `segment ${number}`);
}

/** The same in two qualities, with a playlist of both. */
export async function packageBoth(app: TestApp, media: BuiltCourse['media'][number] | undefined): Promise<void> {
  await packageVideo(app, media?.renditions);
  const { folder } = media?.renditions as { folder: string };
  const names = ['index.m3u8', 'small-index.m3u8'];
  await writeFile(
    localPath(app.ctx, `${folder}/small-index.m3u8`),
    playlist.replaceAll('segment-', 'small-segment-').replace('init', 'small-init'),
  );
  await writeFile(
    localPath(app.ctx, `${folder}/master.m3u8`),
    ['#EXTM3U', ...names.flatMap((name) => ['#EXT-X-STREAM-INF:BANDWIDTH=1', name])].join('\n'),
  );
  const lessons = names.map((name, index) => ({
    playlist: name,
    width: 1280 / (index + 1),
    height: 720 / (index + 1),
    bandwidth: 1,
    codecs: '',
  }));
  const both = JSON.stringify({ playlist: `${folder}/master.m3u8`, renditions: lessons });
  await app.ctx.db
    .updateTable('media')
    .set({ renditions: sql`renditions || ${both}::jsonb` })
    .where('id', '=', media?.id ?? 0)
    .execute();
}

export type SentHeartbeat = { seq: number; intervals: unknown; position?: unknown; speed?: unknown; late?: boolean };

/** A player client: opens a lesson and sends beats. */
export function createPlayer(app: TestApp, person: Person) {
  const open = (lessonId: number, query: Record<string, string | number> = {}): Promise<Reply> =>
    app.http('GET', '/home/play-auth', { as: person, query: { lesson_id: lessonId, ...query } });
  const beat = (ticket: unknown, body: SentHeartbeat): Promise<Reply> =>
    app.http('POST', '/home/learning-records/beat', { as: person, body: { ticket, position: 0, speed: 1, ...body } });
  return { open, beat };
}

export const lessonOf = ({ lessons }: BuiltCourse, index = 0): number => lessons[index]?.id ?? 0;

type Shape = Parameters<typeof buildCourse>[1] & { agency_id?: number };

/** Creates members who watch courses of their own, and reads what was stored; the application may start later. */
export function createWatching(readApp: () => TestApp) {
  /** A member who has just opened the first lesson of a course of their own. */
  async function startWatching({ agency_id, ...shape }: Shape = {}) {
    const app = readApp();
    const built = await buildCourse(app.ctx, shape);
    const member = await app.person.member(agency_id === undefined ? {} : { agency_id });
    const entitlement = await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: built.course.id });
    const player = createPlayer(app, member);
    const open = async (index = 0, query = {}): Promise<string> =>
      String((await player.open(lessonOf(built, index), query)).body.ticket);
    return { built, member, entitlement, open, beat: player.beat, ticket: await open() };
  }

  async function recordOf(member: MemberPerson, built: BuiltCourse, index = 0) {
    return readApp()
      .ctx.db.selectFrom('learning_records')
      .selectAll()
      .where('member_id', '=', member.member_id)
      .where('lesson_id', '=', lessonOf(built, index))
      .executeTakeFirst();
  }
  return { startWatching, recordOf };
}

/** A course whose second lesson is an article of 60 seconds, and whose third is a document. */
export async function buildReading(
  app: TestApp,
  options: { document?: string | null; is_free?: boolean } = {},
): Promise<BuiltCourse & { article: number; document: number }> {
  const built = await buildCourse(app.ctx);
  const [article, document] = [built.lessons[1]?.id ?? 0, built.lessons[2]?.id ?? 0];
  const common = { media_id: null, duration_sec: 60, is_free: options.is_free ?? false };
  await app.ctx.db
    .updateTable('lessons')
    .set({ ...common, type: 4, content: '<p>第一段</p>' })
    .where('id', '=', article)
    .execute();
  await app.ctx.db
    .updateTable('lessons')
    .set({ ...common, type: 3, file: options.document ?? null })
    .where('id', '=', document)
    .execute();
  return { ...built, article, document };
}
