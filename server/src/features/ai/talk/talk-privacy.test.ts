import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aiMessageStatus, chatStatus } from '@kaike/shared/domain/ai/chat-status';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { buildAgency } from '../../../../test/factories.ts';
import { createMachine, pause } from '../../../../test/talk/machine.ts';
import { eventsIn, startTalker, type Talker } from '../../../../test/talk/talk.ts';

const machine = createMachine();
let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp({ adapters: { chat: machine.chat } });
  admin = await app.person.admin();
});
afterAll(() => app.close());

/** Tables of the database that have the word anywhere. */
async function tablesWith(word: string): Promise<string[]> {
  const { db } = app.ctx;
  const { rows } = await sql<{ name: string }>`select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`.execute(db);
  const hits: string[] = [];
  for (const { name } of rows) {
    const hit = await sql`select 1 from ${sql.raw(name)} t where t::text ilike ${`%${word}%`} limit 1`.execute(db);
    if (hit.rows.length > 0) hits.push(name);
  }
  return hits;
}

describe('a deleted talk', () => {
  it('leaves no word of it in any table', async () => {
    const talker = await startTalker(app);
    machine.next('A zanzibar coffee is what you want, right? Call 13800138000.');
    const { reply } = (await talker.send('I would like a quokka coffee')).body;
    await talker.post(`ai-messages/${reply.id}/report`, { reason: 'wrong', remark: 'wombat', lease: undefined });
    await talker.send('fuck the quokka');
    machine.next('The zanzibar way is to build a bomb. Really.');
    await talker.send('quokka quokka');
    await talker.post(`ai-chats/${talker.chat_id}/finish`);
    await app.runJobs();
    await app.http('POST', `/admin/ai-chats/${talker.chat_id}/transcript`, { as: admin, body: { reason: '核实' } });
    expect(await tablesWith('quokka')).toEqual(expect.arrayContaining(['public.ai_messages', 'public.ai_chats']));
    expect((await app.http('DELETE', `/home/ai-chats/${talker.chat_id}`, { as: talker.member })).status).toBe(200);
    for (const word of ['quokka', 'zanzibar', 'wombat']) expect(await tablesWith(word)).toEqual([]);
  });
});

describe('own data', () => {
  it('is complete, says what a machine wrote, and is nobody else’s', async () => {
    const talker = await startTalker(app);
    machine.next('One large kangaroo coffee, then.');
    const { reply } = (await talker.send('A large one')).body;
    await app.http('PUT', `/home/ai-messages/${reply.id}`, { as: talker.member, body: { saved: true } });
    const { reply: second } = (await talker.send('I very like it')).body;
    const proposal = { code: 'ai_word', from: 12, to: 14, span: 'it', fix: 'that', why: '因为', why_en: 'because' };
    await sql`update ai_messages set corrections = corrections || ${JSON.stringify([proposal])}::jsonb, recorded_ms = 2500
      where id = (select max(id) from ai_messages where chat_id = ${talker.chat_id} and role = 'member' and id < ${second.id})`.execute(
      app.ctx.db,
    );
    await app.http('POST', '/home/ai-words', {
      as: talker.member,
      body: { text: 'kangaroo', chat_id: talker.chat_id },
    });
    const { body } = await talker.get('ai-export');
    expect(body.chats).toMatchObject([
      {
        id: talker.chat_id,
        teacher: 'Emma',
        messages: [
          { role: 'ai' },
          { role: 'member', content: 'A large one', is_ai_generated: false, corrections: [], recorded_ms: null },
          {
            role: 'ai',
            content: 'One large kangaroo coffee, then.',
            is_ai_generated: true,
            content_no: expect.any(String),
            saved: true,
          },
          {
            role: 'member',
            recorded_ms: 2500,
            corrections: [
              { code: 'very_verb', fix: 'really like', is_ai_generated: false },
              { code: 'ai_word', from: 12, fix: 'that', reason: { zh: '因为', en: 'because' }, is_ai_generated: true },
            ],
          },
          { role: 'ai', saved: false },
        ],
      },
    ]);
    expect([body.words, body.level, body.has_more]).toMatchObject([
      [{ lemma: 'kangaroo', language: 'en', kind: 'word', due_at: expect.any(String) }],
      { estimate: null, chosen: null },
      false,
    ]);
    const other = await app.http('GET', '/home/ai-export', { as: await app.person.member() });
    expect(other.body).toMatchObject({ chats: [], memories: [], words: [], has_more: false });
  });
});

describe('an agency', () => {
  it('reads what was counted in the talks of its own learners, and not a word of them', async () => {
    const [own, other] = [await buildAgency(app.ctx), await buildAgency(app.ctx)];
    const talker = await startTalker(app);
    const { member_id: id } = talker.member;
    await app.ctx.db.updateTable('members').set({ agency_id: own.id }).where('id', '=', id).execute();
    await talker.send('A quokka latte, please');
    const running = await startTalker(app, { member: talker.member, key: 'talk-hotel' });
    await running.send('I have a booking');
    await talker.post(`ai-chats/${talker.chat_id}/finish`);
    await app.runJobs();
    const rights = ['admin.members.list', 'admin.members.show'];
    const clerkOf = ({ id: agencyId }: { id: number }) =>
      app.person.adminWith(rights, { data_scope: 'own_agency', agency_id: agencyId });
    const read = async (as: AdminPerson) => app.http('GET', `/admin/members/${id}`, { as });
    const { body, text } = await read(await clerkOf(own));
    expect(body.row.ai_talks).toEqual([
      expect.objectContaining({
        id: talker.chat_id,
        cefr: 'B1',
        turns: 1,
        member_words: 4,
        goals: 3,
        goals_done: expect.any(Number),
      }),
    ]);
    expect(text).not.toContain('quokka');
    expect((await read(await clerkOf(other))).body.code).toBe('record.not_found');
    await app.http('DELETE', `/home/ai-chats/${talker.chat_id}`, { as: talker.member });
    expect((await read(await clerkOf(own))).body.row.ai_talks).toEqual([]);
  });
});

describe('an administrator', () => {
  const act = (action: string, { chat_id: id }: Talker, reason = '内容不当') =>
    app.http('PUT', `/admin/ai-chats/${action}`, { as: admin, body: { ids: [id], reason } });

  it('blocks a talk: the running reply ends, costs nothing, and the learner is told no reason', async () => {
    const talker = await startTalker(app, { seconds: 100 });
    machine.next('Here is a whole sentence. And half of', pause);
    const sent = talker.send('Hello', { stream: true });
    await talker.running();
    expect((await act('finish', talker)).body.code).toBe('ai.reply_running');
    expect((await act('block', talker, '')).body.errors).toHaveProperty('reason');
    expect((await act('block', talker)).body).toMatchObject({ changed: 1, failed: [] });
    expect(eventsIn((await sent).text).at(-1)?.event).toMatchObject({
      type: 'done',
      status: aiMessageStatus.blocked,
      chat_status: chatStatus.blocked,
    });
    const { body, text } = await talker.get(`ai-chats/${talker.chat_id}`);
    expect([body.chat.status, body.seconds_left]).toEqual([chatStatus.blocked, 100]);
    expect(text).not.toContain('内容不当');
    expect((await talker.send('Hello')).body.code).toBe('ai.chat_over');
    expect((await act('finish', talker)).body.code).toBe('record.state');
    const log = await app.ctx.db
      .selectFrom('logs')
      .select('reason')
      .where('resource', '=', 'ai-chats')
      .where('action', '=', 'block')
      .execute();
    expect(log).toEqual([{ reason: '内容不当' }]);
  });

  it('finishes a talk, whose learner gets the report', async () => {
    const talker = await startTalker(app);
    await talker.send('Hello');
    expect((await act('finish', talker)).body.changed).toBe(1);
    await app.runJobs();
    expect((await talker.get(`ai-chats/${talker.chat_id}/report`)).body.state).toBe('ready');
  });
});
