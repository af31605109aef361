import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { addEnglishTasks } from './add-english-tasks.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const sceneOf = async (key: string): Promise<string> => {
  const { rows } = await sql<{
    scene: string;
  }>`select scene::text as scene from ai_prompt_templates where key = ${key}`.execute(app.ctx.db);
  return rows[0]?.scene ?? '';
};

it('gives unchanged scenes of older schools their English hints, once, and leaves changed ones alone', async () => {
  const { db } = app.ctx;
  const shipped = await sceneOf('talk-cafe');
  // As a school of the time before has them; one of them was changed.
  await sql`update ai_prompt_templates set scene = regexp_replace(scene::text, ', "task_en": "[^"]*"', '', 'g')::jsonb
    where key in ('talk-cafe', 'talk-hotel', 'talk-bank')`.execute(db);
  await sql`update ai_prompt_templates set scene = jsonb_set(scene, '{minutes}', '9') where key = 'talk-hotel'`.execute(
    db,
  );
  await sql`delete from app_state where key = 'scenes_in_english'`.execute(db);
  const [cafe, hotel, bank] = [await sceneOf('talk-cafe'), await sceneOf('talk-hotel'), await sceneOf('talk-bank')];
  expect(cafe).not.toContain('task_en');
  await addEnglishTasks(db);
  expect(await sceneOf('talk-cafe')).toBe(shipped);
  expect(await sceneOf('talk-bank')).toContain('"task_en"');
  expect(await sceneOf('talk-hotel')).toBe(hotel);
  // A school that takes them away again has changed its scene.
  await sql`update ai_prompt_templates set scene = ${bank}::jsonb where key = 'talk-bank'`.execute(db);
  await addEnglishTasks(db);
  expect(await sceneOf('talk-bank')).toBe(bank);
});
