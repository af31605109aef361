import { sql } from 'kysely';
import type { getLessonTalk } from '@kaike/shared/contracts/ai-talk';
import { chatStatus } from '@kaike/shared/domain/ai/chat-status';
import { enoughTurns } from '@kaike/shared/domain/courses/lesson-talk';
import { lessonType } from '@kaike/shared/domain/courses/course-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../core/app-error.ts';
import type { MemberCallOf } from '../../../core/call.ts';
import { canPlay } from '../../ai-scenes/public.ts';
import { findMine } from '../../watching/public.ts';
import { readScene } from '../chats/scene-snapshot.ts';

type Row = {
  template_id: number;
  name: string;
  scene: unknown;
  best: number | null;
  active_chat: { id: number; people_id: number } | null;
};

/** The scene of a lesson for a member who may study it. */
export async function readLessonTalk(
  call: MemberCallOf<typeof getLessonTalk>,
): Promise<ResponseOf<typeof getLessonTalk>> {
  const { ctx, actor, params } = call;
  const { facts } = await findMine(call, params.id);
  assert(facts.type === lessonType.ai_scene, 'lesson.not_ready');
  const mine = sql`c.member_id = ${actor.member.id} and c.lesson_id = ${facts.lesson_id} and c.deleted_at is null`;
  const { rows } = await sql<Row>`select t.id as template_id, t.name, t.scene,
      (select max(cardinality(c.goals_done)) from ai_chats c where ${mine}) as best,
      (select json_build_object('id', c.id, 'people_id', c.people_id) from ai_chats c
        where ${mine} and c.status = ${chatStatus.active} order by c.id desc limit 1) as active_chat
    from lessons l join ai_prompt_templates t on t.id = l.template_id where l.id = ${facts.lesson_id} and ${canPlay(sql`t.id`)}`.execute(
    ctx.db,
  );
  const [row] = rows;
  assert(row, 'ai.scene_off');
  const scene = { ...readScene(row.scene), ...row, is_free: false };
  return {
    scene,
    percent: facts.percent,
    completed_at: facts.completed_at?.toISOString() ?? null,
    enough_turns: enoughTurns(scene.goals.length),
  };
}
