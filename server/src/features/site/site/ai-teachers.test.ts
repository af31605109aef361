import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { templateStatus, templateType } from '@kaike/shared/domain/ai/ai-template';
import { searchTermKind } from '@kaike/shared/domain/site/search-term';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { buildCourse } from '../../../../test/factories.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('shows enabled teachers and the scenes that members can play, never their prompts', async () => {
  const { db } = app.ctx;
  const [on, off] = await db
    .insertInto('ai_peoples')
    .values([
      { name: 'Emma', persona: 'secret persona', status: 1 },
      { name: 'Leo', status: 2 },
    ])
    .returning('id')
    .execute();
  const template = {
    locale: 'en',
    name: '点餐',
    body: 'secret prompt',
    type: templateType.scene,
    scene: JSON.stringify({ place: 'a café', script: { intro: 'secret script' } }),
  };
  const { rows: shipped } = await sql<{
    id: number;
  }>`select id from ai_prompt_templates where key = 'talk-cafe'`.execute(db);
  const [scene] = await db
    .insertInto('ai_prompt_templates')
    .values([
      { ...template, key: 'cafe', status: templateStatus.published },
      // A chat service would be needed to play it.
      { ...template, key: 'unscripted', scene: JSON.stringify({ place: 'a club' }), status: templateStatus.published },
      { ...template, key: 'draft', status: templateStatus.draft },
      { ...template, key: 'persona', status: templateStatus.published, type: templateType.persona },
    ])
    .returning('id')
    .execute();
  const [people, scenes, one] = await Promise.all([
    app.http('GET', '/open/ai-peoples'),
    app.http('GET', '/open/ai-prompt-templates'),
    app.http('GET', `/open/ai-prompt-templates/${scene?.id ?? 0}`),
  ]);
  const names = people.body.data.map((row: { name: string }) => row.name);
  // Anna and David come with a new school.
  expect(names.toSorted()).toEqual(['Anna', 'David', 'Emma']);
  const inEnglish = await app.http('GET', '/open/ai-peoples', { headers: { Language: 'en' } });
  expect(inEnglish.body.data.find((row: { name: string }) => row.name === 'Anna')).toMatchObject({
    country: 'United States',
    accent: 'American',
  });
  // Twelve scripted scenes come with a new school, too.
  expect(scenes.body.data).toHaveLength(13);
  expect(scenes.body.data.at(-1)).toMatchObject({ key: 'cafe', scene: { place: 'a café' } });
  const inTalks = await app.http('GET', '/home/ai-scenes', { as: await app.person.member() });
  expect(scenes.body.data.map(({ id }: { id: number }) => id).toSorted()).toEqual(
    inTalks.body.scenes.map((one: { template_id: number }) => one.template_id).toSorted(),
  );
  const cafe = await app.http('GET', `/open/ai-prompt-templates/${shipped[0]?.id ?? 0}`);
  expect(Object.keys(cafe.body.row.scene)).not.toContain('script');
  expect(cafe.body.row.scene.goals[0]).toEqual({ text: 'Order a drink', zh: '点一杯饮料' });
  expect(one.body.row.key).toBe('cafe');
  expect(JSON.stringify([people.body, scenes.body, one.body])).not.toContain('secret');
  expect((await app.http('GET', `/open/ai-peoples/${on?.id ?? 0}`)).status).toBe(200);
  expect((await app.http('GET', `/open/ai-peoples/${off?.id ?? 0}`)).status).toBe(404);
});

it('lists words worth looking for, none that were blocked or find nothing', async () => {
  await buildCourse(app.ctx, { title: '雅思七分' });
  await app.ctx.db
    .insertInto('search_terms')
    .values([
      { word: '口语', kind: searchTermKind.pinned },
      { word: '坏词', kind: searchTermKind.blocked, count: 9, results: 9 },
      { word: '雅思', kind: searchTermKind.normal, count: 3, results: 2 },
      { word: '下架', kind: searchTermKind.normal, count: 4, results: 1 },
    ])
    .execute();
  const { body } = await app.http('GET', '/open/search-terms');
  expect(body.data).toEqual([{ word: '口语' }, { word: '雅思' }]);
});
