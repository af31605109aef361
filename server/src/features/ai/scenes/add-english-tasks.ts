import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';
import { loadScenes, shippedKeys } from './scenes/scenes.ts';

const stateKey = 'scenes_in_english';

/** A scene as schools were given it before its hints had English. */
const withoutEnglish = (scene: object): unknown =>
  JSON.parse(JSON.stringify(scene, (key, value: unknown) => (key === 'task_en' ? undefined : value)));

/** Gives the scenes of older schools their English hints, once: a scene that a school has changed stays as it is. */
export async function addEnglishTasks(trx: Db): Promise<void> {
  const { rows: done } = await sql`select 1 from app_state where key = ${stateKey}`.execute(trx);
  if (done.length > 0) return;
  const { rows } = await sql<{ id: number; key: string; scene: object }>`select id, key, scene
    from ai_prompt_templates where key = any(${shippedKeys}) and locale = 'en'`.execute(trx);
  for (const { key, scene } of await loadScenes(rows.map((row) => row.key))) {
    const before = withoutEnglish(scene);
    for (const { id } of rows.filter((row) => row.key === key && isDeepStrictEqual(row.scene, before)))
      await sql`update ai_prompt_templates set scene = ${JSON.stringify(scene)}::jsonb where id = ${id}`.execute(trx);
  }
  await sql`insert into app_state (key, value) values (${stateKey}, 'true'::jsonb)`.execute(trx);
}
