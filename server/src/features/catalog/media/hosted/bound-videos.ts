import { sql } from 'kysely';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import type { Context } from '../../../../core/context.ts';

/** Videos that a host has, deleted ones included until it has removed them. */
async function countVideos({ db }: Pick<Context, 'db'>, host: string): Promise<number> {
  const { rows } = await sql<{ videos: number }>`select count(*)::int as videos from media
    where provider = ${host} and provider_id is not null`.execute(db);
  return rows[0]?.videos ?? 0;
}

/** The first of these settings that says where a host keeps videos and still has some there; changed, they could neither be played nor removed. */
export async function findBoundVideos(
  { db, adapters }: Pick<Context, 'db' | 'adapters'>,
  settings: readonly string[],
): Promise<{ setting: string; videos: number } | null> {
  for (const { provider, setting } of adapters.hosts.placesIn(settings)) {
    const videos = await countVideos({ db }, provider);
    if (videos > 0) return { setting, videos };
  }
  return null;
}

/** The newest video that this host plays; null when it has none. */
export async function findPlayable({ db }: Pick<Context, 'db'>, host: string): Promise<string | null> {
  const row = await db
    .selectFrom('media')
    .select('provider_id')
    .where('provider', '=', host)
    .where('provider_id', 'is not', null)
    .where('status', '=', mediaStatus.ready)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.provider_id ?? null;
}
