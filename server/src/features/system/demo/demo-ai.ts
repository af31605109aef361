import { aiMessageStatus, chatStatus } from '@kaike/shared/domain/ai/chat-status';
import { parseTemplateBody, templateStatus } from '@kaike/shared/domain/ai/ai-template';
import type { Db } from '../../../db/pool.ts';
import { demoPeoples, demoTalks, demoTemplates } from './content/demo-ai-content.ts';
import type { DemoMember } from './demo-people.ts';

type SeedContext = { trx: Db; now: Date; members: readonly DemoMember[] };
type Talk = (typeof demoTalks)[number];

const dayMs = 86_400_000;
const turnMs = 20_000;
const freeSetting = 'ai_daily_free_sec';

async function makeTemplates({ trx, now }: SeedContext): Promise<Map<string, number>> {
  await trx
    .insertInto('ai_prompt_templates')
    .values(
      demoTemplates.map(({ scene, ...template }) => ({
        ...template,
        locale: 'en',
        variables: parseTemplateBody(template.body).variables,
        options: JSON.stringify({ temperature: 0.7, max_tokens: 600 }),
        scene: scene ? JSON.stringify(scene) : null,
        status: templateStatus.published,
        published_at: now,
      })),
    )
    .execute();
  const templates = await trx
    .selectFrom('ai_prompt_templates')
    .select(['id', 'key'])
    .where('status', '=', templateStatus.published)
    .execute();
  return new Map(templates.map(({ id, key }) => [key, id]));
}

const wordsOf = (talk: Talk): string[] =>
  talk.turns.flatMap(([role, text]) => (role === 'member' ? (text.toLowerCase().match(/[a-z']+/g) ?? []) : []));

async function makeTalk(
  { trx }: SeedContext,
  talk: Talk,
  place: { member_id: number; people_id: number; template_id: number | null; started_at: Date },
): Promise<void> {
  const { started_at: start } = place;
  const [words, isFinished] = [wordsOf(talk), talk.is_finished];
  const end = new Date(start.getTime() + talk.turns.length * turnMs);
  const { id } = await trx
    .insertInto('ai_chats')
    .values({
      ...place,
      template_version: place.template_id === null ? null : 1,
      mode: talk.mode,
      cefr: talk.cefr,
      title: talk.title,
      status: isFinished ? chatStatus.finished : chatStatus.active,
      turns: talk.turns.filter(([role]) => role === 'member').length,
      member_words: words.length,
      unique_words: new Set(words).size,
      ai_sec_charged: (talk.turns.length * turnMs) / 1000,
      rating: isFinished ? 5 : null,
      ended_at: isFinished ? end : null,
      created_at: start,
      updated_at: end,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('ai_messages')
    .values(
      talk.turns.map(([role, content, { translation, correction } = {}], index) => {
        const at = new Date(start.getTime() + index * turnMs);
        return {
          chat_id: id,
          seq: index + 1,
          role,
          content,
          translation: translation ?? null,
          corrections: JSON.stringify(correction ? [correction] : []),
          status: aiMessageStatus.done,
          first_token_ms: role === 'ai' ? 420 + index * 35 : null,
          created_at: at,
          updated_at: at,
        };
      }),
    )
    .execute();
}

/** Everybody can try the talk: ten minutes a day. */
async function giveFreeSeconds({ trx }: SeedContext): Promise<void> {
  const setting = { name: freeSetting, key: freeSetting, group: 'ai', type: 'number', value: '600' };
  await trx
    .insertInto('configs')
    .values(setting)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** Creates AI teachers, their prompt templates, and a few conversations of members. */
export async function makeAi(context: SeedContext): Promise<void> {
  const { trx, now, members } = context;
  await giveFreeSeconds(context);
  const templates = await makeTemplates(context);
  const persona = templates.get('persona-default') ?? null;
  const peoples = await trx
    .insertInto('ai_peoples')
    .values(demoPeoples.map((people, index) => ({ ...people, language: 'en', sort: index + 1, template_id: persona })))
    .returning('id')
    .execute();
  for (const [index, talk] of demoTalks.entries()) {
    const [member, people] = [members[index * 7], peoples[talk.people]];
    if (!member || !people) continue;
    const templateId = talk.mode === 'scene' ? (templates.get('talk-cafe') ?? null) : persona;
    await makeTalk(context, talk, {
      member_id: member.id,
      people_id: people.id,
      template_id: templateId,
      started_at: new Date(now.getTime() - ((index + 1) * dayMs) / 2),
    });
  }
}
