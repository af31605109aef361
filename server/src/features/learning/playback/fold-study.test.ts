import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { foldStudy } from './fold-study.ts';
import { createWatching } from './playback.fixture.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

const { startWatching } = createWatching(() => app);
type Watching = Awaited<ReturnType<typeof startWatching>>;

async function watch({ ticket, beat }: Watching, from: number, to: number): Promise<void> {
  for (let seq = from; seq <= to; seq += 1) {
    app.clock.advance(15_000);
    const { status } = await beat(ticket, { seq, intervals: [[(seq - 1) * 15, seq * 15]], position: seq * 15 });
    expect(status).toBe(200);
  }
}

async function listed({ member }: Watching, resource: 'members' | 'learning-records') {
  const key = resource === 'members' ? 'id' : 'member_id';
  const { body } = await app.http('GET', `/admin/${resource}/list?where[${key}]=${member.member_id}`, { as: admin });
  return body.data[0];
}

it('a heartbeat changes no column that an index has', async () => {
  const { rows } = await sql<{ name: string }>`
    select i.indrelid::regclass || '.' || a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid
      and (a.attnum = any(i.indkey) or pg_get_expr(i.indpred, i.indrelid) ~ ('\\m' || a.attname || '\\M'))
    where i.indrelid = any(array['learning_records', 'learning_days', 'play_tickets', 'study_gathered', 'user_sessions']::regclass[])`.execute(
    app.ctx.db,
  );
  const indexed = rows.map(({ name }) => name);
  expect(indexed).toContain('learning_records.listed_percent');
  for (const changed of [
    ...['seen_bitmap', 'seen_sec', 'study_sec', 'last_position', 'percent', 'last_at', 'slack_sec'].map(
      (column) => `learning_records.${column}`,
    ),
    'learning_days.study_sec',
    'play_tickets.last_seq',
    'play_tickets.last_beat_at',
    'study_gathered.study_sec',
    'study_gathered.last_study_at',
    // Written with its first heartbeat in a minute.
    'user_sessions.last_seen_at',
    'user_sessions.expires_at',
  ])
    expect(indexed).not.toContain(changed);
});

describe('folding', () => {
  it('brings lists up to date, which until then show the first heartbeat; the learner and the record are never behind', async () => {
    const watching = await startWatching({ lesson_sec: 600 });
    await watch(watching, 1, 4);
    expect(await listed(watching, 'members')).toMatchObject({ total_study_sec: 0, last_study_at: null });
    expect(await listed(watching, 'learning-records')).toMatchObject({ study_sec: 15, percent: 2 });
    const mine = await app.http('GET', '/home/learning-records', { as: watching.member });
    expect(mine.body.summary).toMatchObject({ total_sec: 60 });
    const { id } = await listed(watching, 'learning-records');
    const shown = await app.http('GET', `/admin/learning-records/${id}`, { as: admin });
    expect(shown.body.row).toMatchObject({ study_sec: 60, percent: 10, last_at: app.clock.now().toISOString() });

    await foldStudy(app.ctx);
    const at = app.clock.now().toISOString();
    expect(await listed(watching, 'members')).toMatchObject({ total_study_sec: 60, last_study_at: at });
    expect(await listed(watching, 'learning-records')).toMatchObject({ study_sec: 60, percent: 10, last_at: at });
    const after = await app.http('GET', '/home/learning-records', { as: watching.member });
    expect(after.body.summary).toMatchObject({ total_sec: 60 });
  });

  it('counts every second once while heartbeats go on', async () => {
    const watching = await startWatching({ lesson_sec: 600 });
    const folding = { isOver: false };
    const folds = (async () => {
      let count = 0;
      for (; !folding.isOver; count += 1) await foldStudy(app.ctx);
      return count;
    })();
    await watch(watching, 1, 20).finally(() => {
      folding.isOver = true;
    });
    expect(await folds).toBeGreaterThan(0);
    await foldStudy(app.ctx);
    expect(await listed(watching, 'members')).toMatchObject({ total_study_sec: 300 });
    expect(await listed(watching, 'learning-records')).toMatchObject({ study_sec: 300, percent: 50 });
  });
});
