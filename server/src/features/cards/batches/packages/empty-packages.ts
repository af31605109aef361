import { sql } from 'kysely';
import type { Context } from '../../../../core/context.ts';

/** How long whoever started a download may retry it after it broke off or its last bytes were lost. */
export const retryMinutes = 10;

/** Deletes the content of expired and downloaded packages. */
export async function emptyPackages({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  const since = new Date(now.getTime() - retryMinutes * 60_000);
  await sql`update card_packages set content = null where content is not null and (expires_at <= ${now} or (downloaded_at is not null and fetching_at <= ${since}))`.execute(
    db,
  );
}
