import { sql } from 'kysely';
import { parseTemplateBody, templateStatus, templateType } from '@kaike/shared/domain/ai/ai-template';
import type { Db } from '../../../db/pool.ts';
import { loadScenes, shippedKeys } from './scenes/scenes.ts';

const stateKey = 'scenes';

/** The scene that visitors of a new school can try. */
const trialKey = 'talk-cafe';

/** Used when a chat service plays the scene; the script needs none. */
const sceneBody = `Play {{ai_role}} at {{place}}; the learner is {{user_role}}, at level {{cefr}}. Goals left: {{goals_left}}.
Help the learner use: {{phrases}}. Answer in at most two short sentences and end with a question.`;

/** Free talk, which only a chat service can hold. */
const freeTalk = {
  key: 'talk-free',
  name: '自由对话',
  scene: {
    user_role: 'a learner',
    ai_role: 'a friendly teacher',
    place: 'an online lesson',
    minutes: 10,
    goals: [{ text: 'Talk about a topic of your choice', zh: '聊一个您想聊的话题' }],
  },
  body: `Have a relaxed conversation. The learner chooses the topic; when the learner wants another one, follow at once.
Show interest, tell a little of yourself, answer in at most three short sentences and end with a question.`,
};

/** Whatever the school does with a scene afterwards, it is not added again: not when changed, archived or deleted. */
export async function seedScenes(trx: Db): Promise<void> {
  const { rows } = await sql<{
    keys: string[];
  }>`select value as keys from app_state where key = ${stateKey} for update`.execute(trx);
  const added = new Set(rows[0]?.keys);
  const keys = [...shippedKeys, freeTalk.key].filter((key) => !added.has(key));
  if (keys.length === 0) return;
  const scripted = (await loadScenes(keys)).map((one) => ({ ...one, body: sceneBody }));
  const fresh = keys.includes(freeTalk.key) ? [...scripted, freeTalk] : scripted;
  const scenes = fresh.map(({ key, name, scene, body }) => ({
    key,
    name,
    scene: JSON.stringify(scene),
    locale: 'en',
    type: templateType.scene,
    body,
    variables: parseTemplateBody(body).variables,
    status: templateStatus.published,
    published_at: sql<Date>`now()`,
    for_trial: key === trialKey,
  }));
  await trx
    .insertInto('ai_prompt_templates')
    .values(scenes.toReversed())
    .onConflict((conflict) => conflict.columns(['key', 'locale', 'template_version']).doNothing())
    .execute();
  const allKeys = JSON.stringify([...added, ...keys]);
  await sql`insert into app_state (key, value) values (${stateKey}, ${allKeys}::jsonb)
    on conflict (key) do update set value = excluded.value, updated_at = now()`.execute(trx);
}
