import { sql } from 'kysely';
import type { SiteMessage } from '@kaike/shared/contracts/site/site';
import { messageAudience, messageStatus } from '@kaike/shared/domain/messaging/message-status';
import { truncate } from '@kaike/shared/kit/format';
import type { Db } from '../../../../db/pool.ts';
import { plainText } from '../seo/html.ts';

/** Page size of the message list. */
export const messagesPerPage = 20;
const maxSummaryLength = 120;

type Row = { id: number; title: string; body: string; sent_at: Date };

/** Written exactly like the predicate of the partial index, so that it is used. */
export const isPublicMessage = sql`is_public and audience = ${sql.lit(messageAudience.all)} and status = ${sql.lit(messageStatus.sent)} and deleted_at is null`;

/** Sent public messages, latest first, with a summary. */
export async function loadMessages(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<SiteMessage[]> {
  const { rows } =
    await sql<Row>`select id, title, body, sent_at from messages where ${isPublicMessage} order by sent_at desc, id desc limit ${limit} offset ${offset}`.execute(
      db,
    );
  return rows.map(({ body, ...row }) => ({
    ...row,
    summary: truncate(plainText(body), maxSummaryLength),
    sent_at: row.sent_at.toISOString(),
  }));
}

/** One public message in full. */
export async function findMessage(db: Db, id: number): Promise<Row | undefined> {
  const { rows } =
    await sql<Row>`select id, title, body, sent_at from messages where id = ${id} and ${isPublicMessage}`.execute(db);
  return rows[0];
}
