import { sql } from 'kysely';
import type * as aiChats from '@kaike/shared/contracts/ai/ai-chats';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { hasPermission } from '../../../core/actor.ts';
import { AppError, assert } from '../../../core/app-error.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/pool.ts';
import { writeLog } from '../../../kit/write/operation-log.ts';
import { hideNames } from './hide-names.ts';
import { makeStale } from './lab.store.ts';

/** Answers before the turn that are played, too. */
const maxAnswers = 12;

type Turn = { chat_id: number; seq: number; title: string; cefr: string; key: string; names: string[] };

async function readTurn(db: Db, messageId: number): Promise<Turn | null> {
  const { rows } = await sql<Turn>`select m.chat_id, m.seq, c.title, c.cefr, t.key, array[u.name, p.real_name] as names
    from ai_messages m join ai_chats c on c.id = m.chat_id and c.deleted_at is null and c.mode <> 'lesson' join ai_prompt_templates t on t.id = c.template_id
      join members p on p.id = c.member_id join users u on u.id = p.user_id
    where m.id = ${messageId} and m.role = 'ai' and m.reply_to is not null`.execute(db);
  return rows[0] ?? null;
}

/** What the learner said until then, as the teacher answered it. */
async function answersBefore(db: Db, { chat_id, seq }: Turn): Promise<string[]> {
  const { rows } = await sql<{ content: string }>`select content from (
      select m.content, m.seq from ai_messages m where m.chat_id = ${chat_id} and m.role = 'member' and m.seq < ${seq} and m.content <> ''
        and exists (select 1 from ai_messages r where r.reply_to = m.id and r.content <> '')
      order by m.seq desc limit ${maxAnswers}) a order by seq`.execute(db);
  return rows.map(({ content }) => content.replaceAll(/\s+/g, ' ').trim());
}

/** Keeps a talk from being deleted before the transaction ends; false when it was. */
async function lockTalk(trx: Db, chatId: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from ai_chats where id = ${chatId} and deleted_at is null for no key update`.execute(trx);
  return rows.length > 0;
}

/**
 * Makes a case of a reply and what led to it, without names and numbers. It goes with its talk when the learner deletes that.
 * Who does it reads the learner's words, so the permission to do that is needed, too.
 */
export async function createLabCase(
  call: AdminCallOf<typeof aiChats.createLabCase>,
): Promise<ResponseOf<typeof aiChats.createLabCase>> {
  const { ctx, actor, params } = call;
  assert(hasPermission(actor, 'admin.ai-chats.transcript'), 'access.denied');
  const turn = await readTurn(ctx.db, params.id);
  if (!turn) throw new AppError('ai_template.no_case_turn');
  const { chat_id, title, cefr, key, names } = turn;
  const lines: string[] = [];
  for (const answer of await answersBefore(ctx.db, turn)) lines.push(await hideNames(answer, names));
  assert(lines.length > 0, 'ai_template.no_case_turn');
  const name = `${title} #${params.id}`.slice(0, 100);
  return inTransaction(ctx.db, async (trx) => {
    assert(await lockTalk(trx, chat_id), 'ai_template.no_case_turn');
    const { id } = await trx
      .insertInto('ai_lab_cases')
      .values({ key, name, cefr, answers: lines.join('\n'), source_chat_id: chat_id })
      .returning('id')
      .executeTakeFirstOrThrow();
    await makeStale(trx, [key]);
    await writeLog(trx, call, { resource: 'ai-lab-cases', action: 'create', record_id: id, record_title: name });
    return { id };
  });
}
