import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { createPuppet, eventsIn, startTalker, type Talker } from '../../../../test/talk/talk.ts';

const puppet = createPuppet();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ adapters: { chat: puppet.chat } });
});
afterAll(() => app.close());

const text = 'I very like coffee, and I want go home.';
const mistakesOf = async ({ member }: Talker) =>
  (
    await sql<{ code: string; times: number; dismissed: number }>`select code, times, dismissed from ai_mistakes
      where member_id = ${member.member_id} order by code`.execute(app.ctx.db)
  ).rows;
const refuse = ({ member }: Talker, id: number) =>
  app.http('POST', `/home/ai-messages/${id}/dismiss-correction`, { as: member, body: { code: 'very_verb' } });
const ownLine = async (talker: Talker) =>
  (await talker.get(`ai-chats/${talker.chat_id}`)).body.messages.findLast(
    ({ role }: { role: string }) => role === 'member',
  );

describe('corrections', () => {
  it('come with the reply before its end, stay with the words, and cost nothing', async () => {
    const talker = await startTalker(app);
    const plain = await startTalker(app);
    const wrong = await talker.send(text, { stream: true });
    const right = await plain.send('I really like coffee and will go home.', { stream: true });
    const events = eventsIn(wrong.text).map(({ event }) => event);
    const at = events.findIndex(({ type }) => type === 'correction');
    expect(events[at]).toMatchObject({
      items: [
        { code: 'very_verb', from: 2, to: 11, fix: 'really like' },
        { code: 'want_base', fix: 'to go' },
      ],
    });
    expect(at).toBeGreaterThan(events.findLastIndex(({ type }) => type === 'message'));
    expect(events.at(-1)?.type).toBe('done');
    expect(eventsIn(right.text).map(({ event }) => event.type)).not.toContain('correction');
    const line = await ownLine(talker);
    expect(line.corrections).toEqual(events.flatMap((one) => (one.type === 'correction' ? one.items : [])));
    expect(line.corrections[0].reason.zh).toContain('very');
    expect(await mistakesOf(talker)).toEqual([
      { code: 'very_verb', times: 1, dismissed: 0 },
      { code: 'want_base', times: 1, dismissed: 0 },
    ]);
  });

  it('show at most two, those that come again first', async () => {
    const talker = await startTalker(app);
    await talker.send('I go there by foot.');
    await talker.send('I very like it. He go home. She told to me that. I go by foot.');
    expect((await ownLine(talker)).corrections).toMatchObject([{ code: 'very_verb' }, { code: 'by_foot' }]);
    expect((await mistakesOf(talker)).find(({ code }) => code === 'by_foot')?.times).toBe(2);
  });

  it('count once when another reply to the same words is asked for', async () => {
    const talker = await startTalker(app);
    puppet.holdAfter(2);
    const sending = talker.send('I very like coffee.');
    const id = await talker.running();
    await talker.post(`ai-messages/${id}/stop`, { lease: talker.lease });
    await sending;
    const retried = await talker.post(`ai-messages/${id}/retry`, {
      lease: talker.lease,
      client_msg_id: crypto.randomUUID(),
    });
    expect(retried.body.member_message.corrections).toMatchObject([{ code: 'very_verb' }]);
    expect(await mistakesOf(talker)).toEqual([{ code: 'very_verb', times: 1, dismissed: 0 }]);
  });

  it('go when the learner says so, and are not shown again after two times', async () => {
    const talker = await startTalker(app);
    const dismiss = async (id: number) => (await refuse(talker, id)).body.message.corrections;
    for (const words of ['I very like tea.', 'I very like cake.']) {
      await talker.send(words);
      const { id } = await ownLine(talker);
      expect(await dismiss(id)).toEqual([]);
      expect(await dismiss(id)).toEqual([]);
    }
    expect(await mistakesOf(talker)).toEqual([{ code: 'very_verb', times: 0, dismissed: 2 }]);
    await talker.send('I very like milk.');
    expect((await ownLine(talker)).corrections).toEqual([]);
    const other = await startTalker(app);
    const { id } = await ownLine(talker);
    expect((await refuse(other, id)).status).toBe(404);
  });

  it('are left to teachers who do not correct', async () => {
    const talker = await startTalker(app);
    await sql`update ai_peoples set correction = 'off' where id = (select people_id from ai_chats where id = ${talker.chat_id})`.execute(
      app.ctx.db,
    );
    await talker.send(text);
    expect((await ownLine(talker)).corrections).toEqual([]);
    expect(await mistakesOf(talker)).toEqual([]);
  });

  it('are in the report, and gone with the talk', async () => {
    const talker = await startTalker(app);
    for (const words of [
      'I very like tea.',
      'I very like tea.',
      'I very like cake, he go home.',
      'I would like a coffee.',
    ])
      await talker.send(words);
    await talker.post(`ai-chats/${talker.chat_id}/finish`, { lease: talker.lease });
    await app.runJobs();
    const { report } = (await talker.get(`ai-chats/${talker.chat_id}/report`)).body;
    expect(report.practise).toMatchObject([
      { sentence: 'I very like tea.', better: { en: 'I really like tea.' } },
      { sentence: 'I very like cake, he go home.' },
    ]);
    expect(report.mistakes).toMatchObject([
      { code: 'very_verb', times: 3, span: 'very like', fix: 'really like' },
      { code: 'third_person', times: 1 },
    ]);
    await app.http('DELETE', `/home/ai-chats/${talker.chat_id}`, { as: talker.member });
    const { rows } =
      await sql`select 1 from ai_messages where chat_id = ${talker.chat_id} and corrections <> '[]'`.execute(
        app.ctx.db,
      );
    expect(rows).toEqual([]);
  });
});
