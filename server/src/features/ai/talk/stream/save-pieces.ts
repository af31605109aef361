import { sql } from 'kysely';
import type { NumberedEvent } from '@kaike/shared/domain/ai/talk-events';
import type { Db } from '../../../../db/pool.ts';
import { statement } from '../../../../db/statement.ts';

/** Seconds for which a reply counts as being written after its node last said so. By the database's clock, which all nodes share. */
export const aliveSeconds = 15;

type Pieces = { message_id: number; events: readonly NumberedEvent[] };

const store = statement(
  ({ pieces, alive }: { pieces: string; alive: number[] }) => sql<Record<string, never>>`
    with renewed as (
      update ai_messages set alive_until = now() + make_interval(secs => ${aliveSeconds}) where id = any(${alive}::bigint[]) and status in (1, 2)
    )
    insert into ai_stream_pieces (message_id, n_from, n_to, events)
    select message_id, n_from, n_to, events from json_to_recordset(${pieces}::json) as p (message_id bigint, n_from int, n_to int, events jsonb)
    on conflict do nothing`,
);

/** Saves events of any number of replies, and that these are still being written, in one statement. */
export async function savePieces(
  db: Db,
  { pieces, alive }: { pieces: readonly Pieces[]; alive: number[] },
): Promise<void> {
  const rows = pieces.map(({ message_id: id, events }) => ({
    message_id: id,
    n_from: events[0]?.n ?? 0,
    n_to: events.at(-1)?.n ?? 0,
    events: events.map(({ event }) => event),
  }));
  await store(db, { pieces: JSON.stringify(rows), alive });
}

type StoredPiece = { n_from: number; events: NumberedEvent['event'][] };

/** The saved events of a reply after this number, in order. */
export async function loadPieces(db: Db, messageId: number, afterN: number): Promise<NumberedEvent[]> {
  const { rows } = await sql<StoredPiece>`select n_from, events from ai_stream_pieces
    where message_id = ${messageId} and n_to > ${afterN} order by n_from`.execute(db);
  return rows
    .flatMap(({ n_from: from, events }) =>
      events.map((event, index) => ({ message_id: messageId, n: from + index, event })),
    )
    .filter(({ n }) => n > afterN);
}

/** Removes what no reconnect needs any more. */
export async function removePieces(db: Db): Promise<void> {
  await sql`delete from ai_stream_pieces where created_at < now() - interval '1 hour'`.execute(db);
}
