import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aiPeopleStatus } from '@kaike/shared/domain/ai/ai-chat';
import { templateStatus, templateType } from '@kaike/shared/domain/ai/ai-template';
import { aiPeoples } from '@kaike/shared/resources/ai/ai-peoples';
import { startTestApp, type AdminPerson, type Person, type TestApp } from '../../../../test/app.ts';
import { buildAgency, buildMember } from '../../../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

const create = (values: object = {}) =>
  app.http('POST', '/admin/ai-peoples', {
    as: admin,
    body: { name: 'Emma', language: 'en', cefr_min: 'A1', cefr_max: 'B2', correction: 'after', ...values },
  });

async function buildChat(peopleId: number, memberId: number): Promise<number> {
  const { id } = await app.ctx.db
    .insertInto('ai_chats')
    .values({ member_id: memberId, people_id: peopleId, title: 'At the café' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const message = (seq: number, role: string, content: string) => ({ chat_id: id, seq, role, content, status: 3 });
  await app.ctx.db
    .insertInto('ai_messages')
    .values([message(2, 'member', 'I wants tea'), message(1, 'ai', 'Hello')])
    .execute();
  return id;
}

describe('ai-peoples', () => {
  it('keep their levels in order and speak by published prompts', async () => {
    const { body } = await create({ speech_rate: 0.85 });
    expect((await app.http('GET', `/admin/ai-peoples/${body.id}`, { as: admin })).body.row).toMatchObject({
      speech_rate: 0.85,
      status: aiPeopleStatus.on,
    });
    expect((await create({ cefr_min: 'C1' })).body).toMatchObject({
      code: 'ai_people.levels',
      errors: { cefr_max: expect.anything() },
    });
    expect(
      (await app.http('PUT', `/admin/ai-peoples/${body.id}`, { as: admin, body: { cefr_min: 'C1' } })).body.code,
    ).toBe('ai_people.levels');
    const draft = await app.http('POST', '/admin/ai-prompt-templates', {
      as: admin,
      body: { key: 'p', name: 'P', type: 1, locale: 'en', body: 'x' },
    });
    expect((await create({ template_id: draft.body.id })).body.code).toBe('ai_people.template');
    expect((await create({ speech_rate: 3 })).body.errors).toHaveProperty('speech_rate');
  });

  it('are offered personas that are published, and no other template', async () => {
    const add = async (key: string, type: number, status: number): Promise<number> => {
      const values = { key, name: key, type, locale: 'en', body: 'You are {{people_name}}.', status };
      const row = app.ctx.db.insertInto('ai_prompt_templates').values(values).returning('id');
      return (await row.executeTakeFirstOrThrow()).id;
    };
    const { published, draft } = templateStatus;
    const persona = await add('offered-persona', templateType.persona, published);
    const scene = await add('offered-scene', templateType.scene, published);
    await add('offered-draft', templateType.persona, draft);
    const look = (query: string) => app.http('GET', `/admin/ai-prompt-templates/options?${query}`, { as: admin });
    const where = encodeURIComponent(JSON.stringify(aiPeoples.fields.template_id.where));
    expect((await look(`keyword=offered&where=${where}`)).body.data).toEqual([
      { id: persona, label: 'offered-persona' },
    ]);
    // What a row holds keeps its name.
    expect((await look(`ids=${scene}&where=${where}`)).body.data).toEqual([{ id: scene, label: 'offered-scene' }]);
    const other = encodeURIComponent(JSON.stringify({ body: 'You are {{people_name}}.' }));
    expect((await look(`where=${other}`)).body.code).toBe('request.invalid');
  });

  it('cannot be deleted once they have chats', async () => {
    const [used, free] = [(await create()).body.id, (await create()).body.id];
    await buildChat(used, (await buildMember(app.ctx)).id);
    const { body } = await app.http('DELETE', '/admin/ai-peoples', { as: admin, body: { ids: [used, free] } });
    expect(body).toMatchObject({ deleted: 1, failed: [{ id: used, code: 'record.in_use' }] });
  });
});

describe('ai-chats', () => {
  it('show the transcript in order, and nothing to agencies', async () => {
    const chat = await buildChat((await create()).body.id, (await buildMember(app.ctx)).id);
    const { row } = (await app.http('GET', `/admin/ai-chats/${chat}`, { as: admin })).body;
    expect(JSON.stringify(row)).not.toContain('I wants tea');
    const read = (as: Person, body: object = { reason: '家长投诉' }) =>
      app.http('POST', `/admin/ai-chats/${chat}/transcript`, { as, body });
    expect((await read(admin, {})).body.errors).toHaveProperty('reason');
    expect((await read(admin)).body.messages).toMatchObject([
      { seq: 1, role: 'ai', content: 'Hello' },
      { seq: 2, role: 'member', content: 'I wants tea' },
    ]);
    const logged = await app.ctx.db
      .selectFrom('logs')
      .select(['action', 'reason', 'user_id'])
      .where('resource', '=', 'ai-chats')
      .where('record_id', '=', String(chat))
      .execute();
    expect(logged).toEqual([{ action: 'transcript', reason: '家长投诉', user_id: admin.user_id }]);
    const reader = await app.person.adminWith(['admin.ai-chats.list', 'admin.ai-chats.show']);
    expect((await read(reader)).status).toBe(403);
    const agency = await buildAgency(app.ctx);
    const agent = await app.person.adminWith(['admin.ai-chats.list', 'admin.ai-chats.show', 'admin.ai-messages.list'], {
      data_scope: 'own_agency',
      agency_id: agency.id,
    });
    expect((await app.http('GET', `/admin/ai-chats/${chat}`, { as: agent })).status).toBe(404);
    expect((await app.http('GET', '/admin/ai-messages/list', { as: agent })).body.data).toEqual([]);
  });

  it('let messages be found by role, status and what was blocked', async () => {
    const chat = await buildChat((await create()).body.id, (await buildMember(app.ctx)).id);
    await app.ctx.db
      .insertInto('ai_messages')
      .values({ chat_id: chat, seq: 3, role: 'ai', content: '…', status: 6 })
      .execute();
    const list = async (query: string) =>
      (await app.http('GET', `/admin/ai-messages/list?where[chat_id]=${chat}&${query}`, { as: admin })).body.data.map(
        (row: { seq: number }) => row.seq,
      );
    expect(await list('where[status]=6')).toEqual([3]);
    expect(await list('where[role]=member')).toEqual([2]);
  });
});
