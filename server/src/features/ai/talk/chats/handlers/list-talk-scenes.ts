import { sql } from 'kysely';
import type * as aiTalk from '@kaike/shared/contracts/ai/ai-talk';
import { chatStatus } from '@kaike/shared/domain/ai/chat-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCall } from '../../../../../core/call.ts';
import { shippedText } from '../../../../../core/wording.ts';
import { isPlayable } from '../../../scenes/public.ts';
import { parseScene } from '../scene-snapshot.ts';

type SceneRow = {
  template_id: number;
  name: string;
  scene: unknown;
  is_scripted: boolean;
  best: number | null;
  chat_id: number | null;
  people_id: number | null;
};

/** Scenes that can be played now. Of a script only what the list shows is read. */
export async function listTalkScenes({
  ctx,
  actor,
  locale,
}: MemberCall): Promise<ResponseOf<typeof aiTalk.listTalkScenes>> {
  const memberId = actor.member.id;
  const vendor = await ctx.adapters.chat.vendor(memberId);
  const { rows } = await sql<SceneRow>`select t.id as template_id, t.name,
      (t.scene - 'script') || jsonb_build_object('script', jsonb_build_object('intro', t.scene #> '{script,intro}')) as scene, t.scene ? 'script' as is_scripted,
      (select max(cardinality(c.goals_done)) from ai_chats c join ai_prompt_templates v on v.id = c.template_id
        where c.member_id = ${memberId} and v.key = t.key and c.deleted_at is null) as best,
      a.id as chat_id, a.people_id
    from ai_prompt_templates t
      left join lateral (select c.id, c.people_id from ai_chats c where c.member_id = ${memberId} and c.template_id = t.id and c.lesson_id is null
        and c.status = ${chatStatus.active} and c.deleted_at is null and c.scene_snapshot is not null order by c.id desc limit 1) a on true
    where ${isPlayable(vendor !== null)}
    order by t.scene ? 'script', t.id desc limit 200`.execute(ctx.db);
  return {
    scenes: rows.map(({ template_id, name, scene, is_scripted, best, chat_id, people_id }) => ({
      ...parseScene(scene),
      // Nothing checks the goals of a talk without a script.
      ...(is_scripted ? {} : { goals: [] }),
      is_free: !is_scripted,
      template_id,
      name: shippedText(name, locale),
      best,
      active_chat: chat_id === null || people_id === null ? null : { id: chat_id, people_id },
    })),
  };
}
