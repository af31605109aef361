import { sql } from 'kysely';
import type * as aiTalk from '@kaike/shared/contracts/ai/ai-talk';
import { aiPeopleStatus } from '@kaike/shared/domain/ai/ai-chat';
import { templateStatus, templateType } from '@kaike/shared/domain/ai/ai-template';
import { aiMessageStatus, chatStatus, leaseSeconds } from '@kaike/shared/domain/ai/chat-status';
import { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../../../core/app-error.ts';
import { readable } from '../../../../../core/chinese/chinese-script.ts';
import type { MemberCallOf } from '../../../../../core/call.ts';
import { respond, type HttpReply } from '../../../../../core/respond.ts';
import { inTransaction } from '../../../../../db/in-transaction.ts';
import type { Db } from '../../../../../db/pool.ts';
import { scriptProvider } from '@kaike/shared/domain/ai/moderation';
import { deviceName } from '../../../../auth/login/public.ts';
import { openingOf } from '../../../scenes/public.ts';
import { lockMember } from '../../../seconds/public.ts';
import { findMine } from '../../../../learning/playback/public.ts';
import { findReview } from '../../material/find-material.ts';
import { checkMinorWith } from '../minors.ts';
import { hasScript } from '../scene-snapshot.ts';
import { askForOpener, findOpener, type OpenerKey } from '../../study/write-opener.ts';
import { describeChat } from '../describe-chat.ts';

type StartCall = MemberCallOf<typeof aiTalk.startChat>;

/** What a talk is started for: a lesson, or a scene alone. Without a template the talk is about the material of its lesson. */
type Source = { lesson_id: number | null; template_id: number | null };
type Plan = {
  name: string;
  scene: unknown;
  mode: 'free' | 'scene' | 'lesson';
  id: number | null;
  version: number | null;
};

/** The scene of a lesson that the member may study, or the one that was asked for. */
async function findSource(trx: Db, call: StartCall): Promise<Source> {
  const { lesson_id, template_id } = call.body;
  if (typeof lesson_id !== 'number') return { lesson_id: null, template_id: template_id ?? 0 };
  const { facts, right } = await findMine(call, lesson_id, trx);
  if (facts.type !== lessonType.ai_scene) {
    assert(!right.is_preview, 'course.no_access');
    return { lesson_id: facts.lesson_id, template_id: null };
  }
  const lesson = await trx
    .selectFrom('lessons')
    .select('template_id')
    .where('id', '=', facts.lesson_id)
    .executeTakeFirst();
  assert(lesson?.template_id, 'ai.scene_off');
  return { lesson_id: facts.lesson_id, template_id: lesson.template_id };
}

/** A talk begun by this request, or one of the same scene and teacher that goes on. In a lesson an earlier version of its scene goes on, too. */
async function findChat(
  trx: Db,
  { actor, body }: StartCall,
  source: Source,
): Promise<{ id: number; is_resumed: boolean } | null> {
  const { rows } = await sql<{
    id: number;
    is_resumed: boolean;
  }>`select id, request_id is distinct from ${body.request_id} as is_resumed from ai_chats
    where member_id = ${actor.member.id} and deleted_at is null and (request_id = ${body.request_id}
      or (people_id = ${body.people_id} and lesson_id is not distinct from ${source.lesson_id}::bigint
        and (lesson_id is not null or template_id = ${source.template_id}) and status = ${chatStatus.active} and scene_snapshot is not null))
    order by (request_id = ${body.request_id}) desc nulls last, id desc limit 1`.execute(trx);
  return rows[0] ?? null;
}

async function readTemplate(trx: Db, id: number): Promise<Plan> {
  const template = await trx
    .selectFrom('ai_prompt_templates')
    .select(['id', 'name', 'template_version', 'scene'])
    .where('id', '=', id)
    .where('type', '=', templateType.scene)
    .where('status', '=', templateStatus.published)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  assert(template, 'ai.scene_off');
  const { name, scene, template_version: version } = template;
  return { id, name, scene, version, mode: hasScript(scene) ? 'scene' : 'free' };
}

/** What is talked about: a scene, or what a teacher approved of the lesson. */
async function findPlan(trx: Db, memberId: number, { lesson_id, template_id: id }: Source): Promise<Plan> {
  if (id !== null) return readTemplate(trx, id);
  const review = lesson_id === null ? null : await findReview(trx, { lesson_id, member_id: memberId });
  assert(review, 'ai.scene_off');
  return { id: null, name: review.title, scene: review.scene, version: null, mode: 'lesson' };
}

/** Levels are compared as text: A1 < A2 < B1 … */
async function readPeople(trx: Db, { people_id: id, cefr }: StartCall['body']) {
  const people = await trx
    .selectFrom('ai_peoples')
    .select(['name', 'greeting', 'version'])
    .where('id', '=', id)
    .where('status', '=', aiPeopleStatus.on)
    .where('deleted_at', 'is', null)
    .where('cefr_min', '<=', cefr)
    .where('cefr_max', '>=', cefr)
    .executeTakeFirst();
  assert(people, 'ai.people_off');
  return people;
}

type Opening = { en: string; zh: string | null; by: string };
type OpeningKey = {
  seed: number;
  key: Omit<OpenerKey, 'template_id'> & { template_id: number | null };
  people: { name: string; greeting: string };
  vendor: string | null;
};

/** The first line: that of the script; where a service can go on from there, the one it wrote before, else the teacher's own greeting. */
async function findOpening(
  trx: Db,
  scene: unknown,
  { seed, key: { template_id, ...rest }, people, vendor }: OpeningKey,
): Promise<Opening | null> {
  const scripted = openingOf(scene, { cefr: rest.cefr, seed });
  if (scripted) return { ...scripted, by: scriptProvider };
  if (vendor === null) return null;
  if (template_id !== null) {
    const key = { ...rest, template_id };
    const opener = await findOpener(trx, key);
    if (opener && opener.text !== '') return { en: opener.text, zh: null, by: opener.by };
    if (!opener) await askForOpener(trx, key);
  }
  const greeting = people.greeting || `Hello! I'm ${people.name}. What would you like to talk about?`;
  return { en: greeting, zh: null, by: scriptProvider };
}

/** A new talk with its scene as it is now, and the teacher's first line. */
async function createChat(
  trx: Db,
  call: StartCall,
  { source, vendor }: { source: Source; vendor: string | null },
): Promise<number> {
  const { body, actor, ctx } = call;
  const people = await readPeople(trx, body);
  const plan = await findPlan(trx, actor.member.id, source);
  const now = ctx.clock();
  const { id } = await trx
    .insertInto('ai_chats')
    .values({
      member_id: actor.member.id,
      people_id: body.people_id,
      template_id: plan.id,
      template_version: plan.version,
      lesson_id: source.lesson_id,
      mode: plan.mode,
      cefr: body.cefr,
      title: plan.name,
      status: chatStatus.active,
      request_id: body.request_id,
      scene_snapshot: JSON.stringify(plan.scene),
      provider: vendor ?? scriptProvider,
      lease_token: body.lease,
      lease_device: deviceName(call.user_agent),
      lease_until: new Date(now.getTime() + leaseSeconds * 1000),
      started_at: now,
      last_turn_at: now,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const key = {
    template_id: plan.id,
    people_id: body.people_id,
    people_version: people.version,
    cefr: body.cefr,
  };
  const opening = await findOpening(trx, plan.scene, { seed: id, key, people, vendor });
  assert(opening, 'ai.scene_off');
  await trx
    .insertInto('ai_messages')
    .values({
      chat_id: id,
      seq: 1,
      role: 'ai',
      content: opening.en,
      translation: opening.zh,
      status: aiMessageStatus.done,
      finish_reason: 'stop',
      model: opening.by,
      content_no: sql<string>`gen_random_uuid()`,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

/** Starts a scene, or goes on with one. Under the lock of the member, so that two requests start one. */
async function startOrResume(call: StartCall): Promise<ResponseOf<typeof aiTalk.startChat>> {
  const { ctx, actor, body } = call;
  const vendor = await ctx.adapters.chat.vendor(call.actor.member.id);
  const { id, is_resumed } = await inTransaction(ctx.db, async (trx) => {
    await lockMember(trx, actor.member.id);
    await checkMinorWith(ctx, trx, { member_id: actor.member.id, people_id: body.people_id });
    const source = await findSource(trx, call);
    return (
      (await findChat(trx, call, source)) ?? { id: await createChat(trx, call, { source, vendor }), is_resumed: false }
    );
  });
  return { ...(await describeChat(call, { id, lease: body.lease })), is_resumed };
}

/** Answers 201 for a talk that was not begun before. */
export async function startChat(call: StartCall): Promise<HttpReply<ResponseOf<typeof aiTalk.startChat>>> {
  const body = await readable(startOrResume)(call);
  return respond(body, { status: body.is_resumed ? 200 : 201 });
}
