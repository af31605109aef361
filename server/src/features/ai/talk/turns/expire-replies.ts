import { sql } from 'kysely';
import type { Context } from '../../../../core/context.ts';
import { inTransaction } from '../../../../db/in-transaction.ts';
import type { Db } from '../../../../db/pool.ts';
import { lockMember, releaseSeconds } from '../../seconds/public.ts';
import { loadPieces } from '../stream/save-pieces.ts';
import { failReply, lockRunning } from './end-reply.ts';

type Dead = { id: number; chat_id: number; member_id: number };
type Of = { message_id?: number; member_id?: number };

/** Replies whose node said nothing for longer than it may, by the database's clock; of one message, one member, or all. */
async function findDead({ db }: Context, { message_id: id, member_id }: Of): Promise<Dead[]> {
  const { rows } =
    await sql<Dead>`select m.id, m.chat_id, c.member_id from ai_messages m join ai_chats c on c.id = m.chat_id
    where m.role = 'ai' and m.status in (1, 2) and m.alive_until < now()
      and ${id === undefined ? sql`true` : sql`m.id = ${id}`} and ${member_id === undefined ? sql`true` : sql`c.member_id = ${member_id}`}
    order by m.id limit 100`.execute(db);
  return rows;
}

/** The text that readers have seen of a reply. */
async function shownText(trx: Db, messageId: number): Promise<string> {
  const events = await loadPieces(trx, messageId, 0);
  return events.map(({ event }) => (event.type === 'message' ? event.delta : '')).join('');
}

/** Ends replies of nodes that are gone: what came stays, nothing is charged, and the learner can ask again. */
export async function expireReplies(ctx: Context, of: Of = {}): Promise<number> {
  const dead = await findDead(ctx, of);
  for (const { id, chat_id, member_id } of dead) {
    await inTransaction(ctx.db, async (trx) => {
      await lockMember(trx, member_id);
      await sql`select 1 from ai_chats where id = ${chat_id} for no key update`.execute(trx);
      if (await lockRunning(trx, id))
        await failReply(trx, { id, chat_id, text: await shownText(trx, id) }, ctx.clock());
    });
  }
  return dead.length;
}

/** Gives back seconds whose reply never ended. */
export async function releaseExpired(ctx: Context): Promise<void> {
  const now = ctx.clock();
  const { rows } = await sql<{ message_id: number; member_id: number }>`select message_id, member_id from ai_holds
    where expires_at < ${now} order by message_id limit 1000`.execute(ctx.db);
  for (const { message_id: id, member_id } of rows) {
    await inTransaction(ctx.db, async (trx) => {
      await lockMember(trx, member_id);
      const isOpen = await lockRunning(trx, id);
      if (isOpen) {
        const { rows: messages } = await sql<{
          chat_id: number;
        }>`select chat_id from ai_messages where id = ${id}`.execute(trx);
        await failReply(trx, { id, chat_id: messages[0]?.chat_id ?? 0, text: await shownText(trx, id) }, now);
      } else await releaseSeconds(trx, id);
    });
  }
}
