import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../../test/app.ts';
import { createWatching } from '../playback.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const { startWatching, recordOf } = createWatching(() => app);

describe('beats that come together', () => {
  it('are all credited, each to its own member', async () => {
    app.clock.set(new Date('2026-03-01T04:00:00Z'));
    const watchers = await Promise.all(Array.from({ length: 8 }, () => startWatching({ lesson_sec: 100 })));
    app.clock.advance(15_000);
    const answers = await Promise.all(
      watchers.map(({ beat, ticket }) => beat(ticket, { seq: 1, intervals: [[0, 15]], position: 15 })),
    );
    expect(answers.map(({ body }) => body.credited_sec)).toEqual(watchers.map(() => 15));
    for (const { member, built } of watchers)
      expect(await recordOf(member, built)).toMatchObject({ seen_sec: 15, study_sec: 15 });
  });

  it('that cannot be stored costs the others nothing', async () => {
    app.clock.set(new Date('2026-03-02T04:00:00Z'));
    const watchers = await Promise.all(Array.from({ length: 4 }, () => startWatching({ lesson_sec: 100 })));
    const bad = watchers[1]?.member.member_id ?? 0;
    await sql`create function refuse_one() returns trigger language plpgsql as $$ begin
      if new.member_id = ${sql.lit(bad)} then raise exception 'refused'; end if; return new; end $$`.execute(
      app.ctx.db,
    );
    await sql`create trigger refuse_one before insert or update on learning_records for each row execute function refuse_one()`.execute(
      app.ctx.db,
    );
    app.clock.advance(15_000);
    const answers = await Promise.all(
      watchers.map(({ beat, ticket }) => beat(ticket, { seq: 1, intervals: [[0, 15]], position: 15 })),
    );
    await sql`drop trigger refuse_one on learning_records`.execute(app.ctx.db);
    expect(answers.map(({ status }) => status)).toEqual([200, 500, 200, 200]);
    const seen = await Promise.all(
      watchers.map(async ({ member, built }) => (await recordOf(member, built))?.seen_sec ?? 0),
    );
    expect(seen).toEqual([15, 0, 15, 15]);
  });
});

describe('beats whose rows are locked', () => {
  type Watching = Awaited<ReturnType<typeof startWatching>>;
  const send = ({ beat, ticket }: Watching) => beat(ticket, { seq: 1, intervals: [[0, 15]], position: 15 });

  /** Locks members' rows while `work` runs. */
  const holding = (held: readonly Watching[], work: () => Promise<void>): Promise<void> =>
    app.ctx.db.transaction().execute(async (trx) => {
      await trx
        .selectFrom('members')
        .select('id')
        .where(
          'id',
          'in',
          held.map(({ member }) => member.member_id),
        )
        .forUpdate()
        .execute();
      await work();
    });

  it('do not block others, and are stored when the rows are free', async () => {
    app.clock.set(new Date('2026-03-03T04:00:00Z'));
    const watchers = await Promise.all(Array.from({ length: 8 }, () => startWatching({ lesson_sec: 100 })));
    const [held, free] = [watchers.slice(0, 6), watchers.slice(6)];
    app.clock.advance(15_000);
    let late: ReturnType<typeof send>[] = [];
    await holding(held, async () => {
      late = held.map(send);
      const answers = await Promise.all(free.map(send));
      expect(answers.map(({ body }) => body.credited_sec)).toEqual([15, 15]);
    });
    expect((await Promise.all(late)).map(({ body }) => body.credited_sec)).toEqual(held.map(() => 15));
  });

  it('are to be sent again when the rows stay locked', async () => {
    app.clock.set(new Date('2026-03-04T04:00:00Z'));
    const watcher = await startWatching({ lesson_sec: 100 });
    app.clock.advance(15_000);
    await holding([watcher], async () => {
      const { status, body } = await send(watcher);
      expect([status, body.code]).toEqual([503, 'server.busy']);
    });
    expect((await send(watcher)).body.credited_sec).toBe(15);
  });

  it('add to rows that another node makes while they wait', async () => {
    app.clock.set(new Date('2026-03-05T04:00:00Z'));
    const watcher = await startWatching({ lesson_sec: 100 });
    const { member, built } = watcher;
    const [lesson] = built.lessons;
    app.clock.advance(15_000);
    const { body } = await app.whileLocked(
      async (trx) => {
        const mine = sql`${member.member_id}, 7`;
        await sql`insert into study_gathered (member_id, study_sec, last_study_at) values (${mine}, now())`.execute(
          trx,
        );
        await sql`insert into learning_records (member_id, study_sec, course_id, lesson_id)
          values (${mine}, ${built.course.id}, ${lesson?.id})`.execute(trx);
        await sql`insert into learning_days (member_id, study_sec, course_id, day)
          values (${mine}, ${built.course.id}, '2026-03-05')`.execute(trx);
      },
      1,
      () => send(watcher),
    );
    expect(body.credited_sec).toBe(15);
    expect(await recordOf(member, built)).toMatchObject({ seen_sec: 15, study_sec: 22 });
    const sums = await sql<{ gathered: number; day: number }>`select s.study_sec as gathered, d.study_sec as day
      from study_gathered s join learning_days d using (member_id) where member_id = ${member.member_id}`.execute(
      app.ctx.db,
    );
    expect(sums.rows).toEqual([{ gathered: 22, day: 22 }]);
  });
});
