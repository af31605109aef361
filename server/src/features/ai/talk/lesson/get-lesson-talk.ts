import { sql } from 'kysely';
import type * as aiTalk from '@kaike/shared/contracts/ai/ai-talk';
import { chatStatus } from '@kaike/shared/domain/ai/chat-status';
import { enoughTurns } from '@kaike/shared/domain/catalog/courses/lesson-talk';
import { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../../core/app-error.ts';
import type { MemberCallOf } from '../../../../core/call.ts';
import { shippedText } from '../../../../core/wording.ts';
import { canPlay, hasTeacher } from '../../scenes/public.ts';
import { findMine } from '../../../learning/playback/public.ts';
import { findReview } from '../material/find-material.ts';
import { parseScene } from '../chats/scene-snapshot.ts';

type Row = {
  template_id: number | null;
  name: string;
  scene: unknown;
  best: number | null;
  active_chat: { id: number; people_id: number } | null;
};

/** The scene of a lesson for a member who may study it: of any other lesson, the talk about its material. */
export async function getLessonTalk(
  call: MemberCallOf<typeof aiTalk.getLessonTalk>,
): Promise<ResponseOf<typeof aiTalk.getLessonTalk>> {
  const { ctx, actor, params } = call;
  const { facts, right } = await findMine(call, params.id);
  const isScene = facts.type === lessonType.ai_scene;
  assert(isScene || !right.is_preview, 'course.no_access');
  const mine = sql`c.member_id = ${actor.member.id} and c.lesson_id = ${facts.lesson_id} and c.deleted_at is null`;
  const { rows } = await sql<Row>`select t.id as template_id, coalesce(t.name, l.title) as name, t.scene,
      (select max(cardinality(c.goals_done)) from ai_chats c where ${mine}) as best,
      (select json_build_object('id', c.id, 'people_id', c.people_id) from ai_chats c
        where ${mine} and c.status = ${chatStatus.active} order by c.id desc limit 1) as active_chat
    from lessons l left join ai_prompt_templates t on t.id = l.template_id and ${canPlay(sql`t.id`)} where l.id = ${facts.lesson_id} and ${hasTeacher}`.execute(
    ctx.db,
  );
  const [row] = rows;
  const review = isScene ? null : await findReview(ctx.db, { lesson_id: facts.lesson_id, member_id: actor.member.id });
  const played = isScene ? row?.scene : review?.scene;
  assert(row && played, 'ai.scene_off');
  const { scene: _scene, ...rest } = row;
  const scene = { ...parseScene(played), ...rest, name: shippedText(row.name, call.locale), is_free: false };
  return {
    scene,
    percent: facts.percent,
    completed_at: facts.completed_at?.toISOString() ?? null,
    enough_turns: isScene ? enoughTurns(scene.goals.length) : null,
  };
}
