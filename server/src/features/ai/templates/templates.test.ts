import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { templateStatus, templateType } from '@kaike/shared/domain/ai/ai-template';
import { seed } from '../../system/setup/public.ts';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
let admin: AdminPerson;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

const url = '/admin/ai-prompt-templates';
const scene = { user_role: 'guest', ai_role: 'waiter', place: 'a café', goals: ['order a drink'], minutes: 10 };
const create = (key: string, values: object = {}) =>
  app.http('POST', url, {
    as: admin,
    body: {
      key,
      name: '外教人设',
      type: templateType.persona,
      locale: 'en',
      body: 'You are {{people_name}}. Talk with {{ learner_name }}.',
      ...values,
    },
  });
const change = (id: number, body: object) => app.http('PUT', `${url}/${id}`, { as: admin, body });
const act = (action: string, body: object) =>
  app.http(action === 'new-version' ? 'POST' : 'PUT', `${url}/${action}`, { as: admin, body });
const setStatus = (id: number, status: number) => act('change-status', { ids: [id], status });
const readKey = (key: string) =>
  app.ctx.db.selectFrom('ai_prompt_templates').selectAll().where('key', '=', key).orderBy('template_version').execute();
const show = async (id: number) => (await app.http('GET', `${url}/${id}`, { as: admin })).body.row;

describe('ai-prompt-templates', () => {
  it('are drafts with the variables of their body', async () => {
    const created = await create('persona-a');
    expect(created.status).toBe(201);
    expect(await show(created.body.id)).toMatchObject({
      status: templateStatus.draft,
      template_version: 1,
      variables: ['people_name', 'learner_name'],
      options: {},
      scene: null,
    });
    await change(created.body.id, { body: 'At {{cefr}}.' });
    expect(await show(created.body.id)).toMatchObject({
      body: 'At {{cefr}}.',
      variables: ['cefr'],
      template_version: 1,
    });
  });

  it.each([
    [{ body: 'Hi {{weather}}' }, 'ai_template.variable', 'body'],
    [{ body: 'Hi {{text}}' }, 'ai_template.variable', 'body'],
    [{ type: templateType.greeting, body: '{{learner_name}}' }, 'ai_template.variable', 'body'],
    [{ type: 6 }, 'request.invalid', 'type'],
    [{ body: 'Hi {{cefr' }, 'ai_template.braces', 'body'],
    [{ options: { temperature: 9 } }, 'ai_template.options', 'options'],
    [{ options: ['x'] }, 'ai_template.no_options', 'options'],
    [{ type: templateType.scene, scene: ['x'] }, 'ai_template.no_scene', 'scene'],
    [{ type: templateType.scene, scene: { ...scene, minutes: 'ten' } }, 'ai_template.scene', 'scene'],
  ])('refuse %j', async (values, code, field) => {
    const answer = await create('persona-bad', values);
    expect([answer.status, answer.body.code, Object.keys(answer.body.errors ?? {})]).toEqual([422, code, [field]]);
  });

  it('are listed without their long texts, which a row by itself has', async () => {
    const { id } = (await create('long-text')).body;
    for (const query of [{}, { 'where[_keyword]': 'long-text' }, { 'where[_keyword]': 'long-text', get_count: '1' }]) {
      const { data } = (await app.http('GET', `${url}/list`, { as: admin, query })).body;
      const row = data.find((one: { id: number }) => one.id === id);
      expect(row).toMatchObject({ key: 'long-text', version: 1 });
      for (const key of ['body', 'scene', 'options']) expect(row).not.toHaveProperty(key);
    }
    expect((await show(id)).body).toContain('You are');
  });

  it('keep a scene only when they are one', async () => {
    const created = await create('scene-a', { type: templateType.scene, scene });
    expect((await show(created.body.id)).scene).toEqual(scene);
  });

  it('never change once published: an edit makes the next draft, and publishing it archives the former version', async () => {
    const { id } = (await create('persona-b')).body;
    expect((await setStatus(id, templateStatus.published)).body.changed).toBe(1);
    const people = await app.http('POST', '/admin/ai-peoples', {
      as: admin,
      body: { name: 'Emma', language: 'en', template_id: id, cefr_min: 'A1', cefr_max: 'B2', correction: 'after' },
    });
    expect(people.status).toBe(201);
    expect((await change(id, { body: 'New {{cefr}}', remark: '更短' })).status).toBe(200);
    const [first, draft] = await readKey('persona-b');
    expect(first).toMatchObject({
      status: templateStatus.published,
      body: 'You are {{people_name}}. Talk with {{ learner_name }}.',
      remark: '',
    });
    expect(draft).toMatchObject({
      status: templateStatus.draft,
      template_version: 2,
      body: 'New {{cefr}}',
      variables: ['cefr'],
      remark: '更短',
    });
    expect((await change(id, { body: 'Another' })).body.code).toBe('ai_template.draft_exists');
    expect((await show(id)).versions.map((version: { template_version: number }) => version.template_version)).toEqual([
      2, 1,
    ]);

    expect((await setStatus(draft?.id ?? 0, templateStatus.published)).body.changed).toBe(1);
    expect((await readKey('persona-b')).map((row) => row.status)).toEqual([
      templateStatus.archived,
      templateStatus.published,
    ]);
    expect((await app.http('GET', `/admin/ai-peoples/${people.body.id}`, { as: admin })).body.row.template_id).toBe(
      draft?.id,
    );
    expect((await setStatus(id, templateStatus.published)).body.code).toBe('record.state');
  });

  it('take a remark without becoming a new version', async () => {
    const { id } = (await create('persona-c')).body;
    await setStatus(id, templateStatus.published);
    await change(id, { remark: '常用' });
    expect((await act('remark', { ids: [id], remark: '默认' })).body.changed).toBe(1);
    expect(await readKey('persona-c')).toMatchObject([{ remark: '默认', status: templateStatus.published }]);
  });

  it('start a new version from any that is no draft', async () => {
    const { id } = (await create('persona-d')).body;
    expect((await create('persona-d')).body.code).toBe('ai_template.draft_exists');
    expect((await create('persona-d', { locale: 'zh-CN' })).status).toBe(201);
    await setStatus(id, templateStatus.published);
    await setStatus(id, templateStatus.archived);
    const {
      draft_ids: [draftId],
    } = (await act('new-version', { ids: [id] })).body;
    expect(await show(draftId)).toMatchObject({
      template_version: 2,
      status: templateStatus.draft,
      variables: ['people_name', 'learner_name'],
    });
    expect((await act('new-version', { ids: [id] })).body.code).toBe('ai_template.draft_exists');
  });

  it('stay while published or used', async () => {
    const { id } = (await create('persona-e')).body;
    await setStatus(id, templateStatus.published);
    const remove = () => app.http('DELETE', url, { as: admin, body: { ids: [id] } });
    expect((await remove()).body.code).toBe('ai_template.published');
    await app.http('POST', '/admin/ai-peoples', {
      as: admin,
      body: { name: 'Tom', language: 'en', template_id: id, cefr_min: 'A1', cefr_max: 'A2', correction: 'off' },
    });
    await setStatus(id, templateStatus.archived);
    expect((await remove()).body.code).toBe('record.in_use');
  });

  it('offer the published ones to select boxes', async () => {
    const { id } = (await create('greeting-a', { type: templateType.greeting, body: 'Hi' })).body;
    const read = async () =>
      (await app.http('GET', `${url}/options-list`, { as: admin, query: { type: String(templateType.greeting) } }))
        .body;
    expect((await read()).templates).toEqual([]);
    await setStatus(id, templateStatus.published);
    expect(await read()).toMatchObject({
      templates: [{ value: id, label: '外教人设', key: 'greeting-a', template_version: 1 }],
      variables: expect.arrayContaining([{ type: templateType.greeting, names: expect.arrayContaining(['cefr']) }]),
      types: expect.arrayContaining([{ value: templateType.greeting, label: '问候语' }]),
    });
  });
});

describe('scripted scenes', () => {
  const cafe = async () => (await readKey('talk-cafe')).at(-1);
  const idOf = async (): Promise<number> => (await cafe())?.id ?? 0;
  const play = (id: number, body: object, as = admin) => app.http('POST', `${url}/${id}/try`, { as, body });

  const check = async (written: unknown) =>
    (await app.http('POST', `${url}/check-scene`, { as: admin, body: { scene: written } })).body.faults;

  it('are there from the start, published, and played step by step without keeping anything', async () => {
    const id = await idOf();
    const opening = await play(id, { level: 'A1' });
    expect(opening.body).toMatchObject({ intent: null, ended: false, line: { zh: expect.stringMatching(/喝|点/) } });
    expect(opening.body.hint.model.en).toBe('A latte, please.');
    const first = await play(id, { level: 'A1', history: ['A latte, please'] });
    expect(first.body).toMatchObject({ intent: 'order', ended: false });
    expect(first.body.line.zh).toContain('拿铁');
    expect(first.body.goals.map((goal: { is_done: boolean }) => goal.is_done)).toEqual([true, false, false]);
    expect((await play(id, { level: 'A1', history: ['A latte, please'] })).body).toEqual(first.body);
    const strayed = await play(id, { level: 'C1', history: ['My dog is green'], seed: 5 });
    expect(strayed.body).toMatchObject({ intent: null, ended: false, line: { en: 'Sorry, which drink do you want?' } });
    const past = await play(id, { level: 'B1', history: Array.from({ length: 200 }, () => '') });
    expect(past.body).toMatchObject({ ended: true, hint: null });
  });

  it.each([
    [{ level: 'A2' }],
    [{ history: [] }],
    [{ level: 'A1', history: 'A latte' }],
    [{ level: 'A1', history: [1] }],
    [{ level: 'A1', history: ['x'.repeat(501)] }],
    [{ level: 'A1', history: Array.from({ length: 201 }, () => 'x') }],
    [{ level: 'A1', seed: -1 }],
  ])('refuse the input %#', async (body) => {
    expect((await play(await idOf(), body)).status).toBe(422);
  });

  it('are tried by those who may see the template only, and only with a script', async () => {
    const id = await idOf();
    const other = await app.person.adminWith(['admin.ai-prompt-templates.list']);
    expect((await play(id, { level: 'A1' }, other)).status).toBe(403);
    const plain = (await create('scene-plain', { type: templateType.scene, scene })).body;
    expect((await play(plain.id, { level: 'A1' })).body.code).toBe('ai_template.no_script');
    const persona = (await create('persona-plain')).body;
    expect((await play(persona.id, { level: 'A1' })).body.code).toBe('ai_template.no_script');
    expect((await play(2_000_000_000, { level: 'A1' })).status).toBe(404);
  });

  it('keep their script in the next version, and are stored only when it can be played', async () => {
    const before = await cafe();
    const {
      draft_ids: [draftId],
    } = (await act('new-version', { ids: [before?.id] })).body;
    const draft = (await show(draftId)).scene;
    expect(draft).toEqual(before?.scene);
    draft.script.nodes[0].next = 'moon';
    const refused = await change(draftId, { scene: draft });
    expect([refused.status, refused.body.code, Object.keys(refused.body.errors ?? {})]).toEqual([
      422,
      'ai_template.script_next',
      ['scene'],
    ]);
    expect(refused.body.message).toContain('script.nodes.order: moon');
    draft.script.nodes[0].next = 'size';
    draft.script.nodes[0].say.A1 = [{ en: 'Tea or coffee?', zh: '茶还是咖啡？' }];
    expect((await change(draftId, { scene: draft })).status).toBe(200);
    expect((await play(draftId, { level: 'A1' })).body.line.en).toBe('Tea or coffee?');
  });

  it('begin as one that can be played, and are tried while they are written, before anything is stored', async () => {
    const { id } = (await create('scene-new', { type: templateType.scene })).body;
    const { scene: written } = await show(id);
    expect(await check(written)).toEqual([]);
    expect((await play(id, { level: 'B1', history: ['My name is Ming'] })).body).toMatchObject({ ended: true });
    written.script.nodes[0].say.A1 = [{ en: 'And you are?', zh: '您是？' }];
    expect((await play(id, { level: 'A1', scene: written })).body.line.en).toBe('And you are?');
    expect((await play(id, { level: 'A1' })).body.line.en).toBe('Hello! What is your name?');
    written.script.nodes[0].next = 'moon';
    expect((await play(id, { level: 'A1', scene: written })).body.code).toBe('ai_template.script_next');
    expect((await play(id, { level: 'A1', scene: 'a talk' })).status).toBe(422);
  });

  it('say all that is wrong with them, and where', async () => {
    const edited = (await show(await idOf())).scene;
    const [order, size] = edited.script.nodes;
    edited.goals[1].check = { intents: ['never'] };
    order.next = 'moon';
    order.model.B1.en = 'I would like a horse.';
    size.say.A1 = [{ en: 'Which {colour}?', zh: '什么颜色？' }];
    expect(await check(edited)).toEqual([
      { place: 'script.nodes.size', code: 'ai_template.script_slot' },
      { place: 'script.nodes.order: moon', code: 'ai_template.script_next' },
      { place: 'script.nodes.order.model.B1', code: 'ai_template.script_model' },
      { place: 'goals[1]', code: 'ai_template.script_goal' },
    ]);
    expect(await check({ ...edited, minutes: 0 })).toEqual([{ place: 'minutes', code: 'ai_template.scene' }]);
    expect(await check({ ...edited, script: {} })).toEqual([{ place: 'script.intro', code: 'ai_template.script' }]);
    const reader = await app.person.adminWith(['admin.ai-prompt-templates.list']);
    expect((await app.http('POST', `${url}/check-scene`, { as: reader, body: { scene } })).status).toBe(403);
  });

  it('are not added again, whatever the school did with them', async () => {
    const keys = async () =>
      app.ctx.db
        .selectFrom('ai_prompt_templates')
        .select(['key', 'status', 'template_version'])
        .where('key', 'like', 'talk-%')
        .where('deleted_at', 'is', null)
        .orderBy('key')
        .orderBy('template_version')
        .execute();
    const [hotel] = await readKey('talk-hotel');
    await setStatus(hotel?.id ?? 0, templateStatus.archived);
    await app.http('DELETE', url, { as: admin, body: { ids: [hotel?.id] } });
    const left = await keys();
    expect(new Set(left.map(({ key }) => key)).size).toBe(12);
    await seed(app.ctx);
    expect(await keys()).toEqual(left);
  });
});
