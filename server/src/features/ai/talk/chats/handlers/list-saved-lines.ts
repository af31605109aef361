import { sql } from 'kysely';
import type * as aiTalk from '@kaike/shared/contracts/ai/ai-talk';
import { scriptProvider } from '@kaike/shared/domain/ai/moderation';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCallOf } from '../../../../../core/call.ts';
import { shippedText } from '../../../../../core/wording.ts';

type SavedLine = ResponseOf<typeof aiTalk.listSavedLines>['data'][number];
type Row = Omit<SavedLine, 'is_scripted' | 'created_at'> & { model: string | null; created_at: Date };

const pageSize = 20;

/** Lines of the teacher that the member keeps, newest first; those of deleted talks are gone. */
export async function listSavedLines({
  ctx,
  actor,
  query,
  locale,
}: MemberCallOf<typeof aiTalk.listSavedLines>): Promise<ResponseOf<typeof aiTalk.listSavedLines>> {
  const { rows } =
    await sql<Row>`select m.id, m.chat_id, m.content, m.translation, m.model, m.created_at, c.title, p.name as people_name, p.language
    from ai_messages m join ai_chats c on c.id = m.chat_id join ai_peoples p on p.id = c.people_id
    where c.member_id = ${actor.member.id} and c.deleted_at is null and m.saved and m.role = 'ai' and m.content <> ''
      and (${query.before ?? null}::bigint is null or m.id < ${query.before ?? null})
    order by m.id desc limit ${pageSize + 1}`.execute(ctx.db);
  return {
    data: rows.slice(0, pageSize).map(({ model, ...row }) => ({
      ...row,
      title: shippedText(row.title, locale),
      is_scripted: model === scriptProvider,
      created_at: row.created_at.toISOString(),
    })),
    has_more: rows.length > pageSize,
  };
}
