import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type MemberPerson, type TestApp } from '../../../../../test/app.ts';
import { buildAgency, buildCourse, type BuiltCourse } from '../../../../../test/factories.ts';
import { foldStudy } from '../fold-study.ts';
import { createPlayer, createWatching, lessonOf } from '../playback.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const { startWatching, recordOf } = createWatching(() => app);

const path = '/home/learning-records/beat';
async function totalsOf(member: MemberPerson) {
  await foldStudy(app.ctx);
  const totals = await app.ctx.db
    .selectFrom('members')
    .select(['total_study_sec', 'last_study_at'])
    .where('id', '=', member.member_id)
    .executeTakeFirstOrThrow();
  const days = await app.ctx.db
    .selectFrom('learning_days')
    .select(['day', 'study_sec', 'lessons_done'])
    .where('member_id', '=', member.member_id)
    .orderBy('day')
    .execute();
  return { ...totals, days };
}

describe('POST /home/learning-records/beat', () => {
  it('counts an honest watcher to the end: record, day, totals, and completion once', async () => {
    app.clock.set(new Date('2026-01-05T15:59:30Z'));
    const agency = await buildAgency(app.ctx);
    const { built, member, ticket, beat } = await startWatching({ lesson_sec: 100, agency_id: agency.id });
    const finished: boolean[] = [];
    for (let seq = 1; seq <= 7; seq += 1) {
      app.clock.advance(15_000);
      const { status, body } = await beat(ticket, {
        seq,
        intervals: [[(seq - 1) * 15, Math.min(100, seq * 15)]],
        position: Math.min(100, seq * 15),
      });
      expect([status, body.repeated, body.last_seq, body.is_cut]).toEqual([200, false, seq, false]);
      finished.push(body.completed_at !== null);
    }
    expect(finished).toEqual([false, false, false, false, false, true, true]);
    expect(await recordOf(member, built)).toMatchObject({
      agency_id: agency.id,
      course_id: built.course.id,
      duration_sec: 100,
      seen_sec: 100,
      study_sec: 100,
      percent: 100,
      last_position: 100,
      suspicious: 0,
      completed_at: new Date('2026-01-05T16:01:00Z'),
      first_at: new Date('2026-01-05T15:59:45Z'),
      last_at: new Date('2026-01-05T16:01:15Z'),
    });
    // Midnight in Shanghai fell between the first and the second beat.
    expect(await totalsOf(member)).toEqual({
      total_study_sec: 100,
      last_study_at: new Date('2026-01-05T16:01:15Z'),
      days: [
        { day: '2026-01-05', study_sec: 15, lessons_done: 0 },
        { day: '2026-01-06', study_sec: 85, lessons_done: 1 },
      ],
    });
  });

  it('returns what the player needs to show', async () => {
    const { ticket, beat } = await startWatching();
    app.clock.advance(15_000);
    const { body } = await beat(ticket, { seq: 1, intervals: [[30, 45]], position: 45.678 });
    expect(body).toEqual({
      repeated: false,
      last_seq: 1,
      claimed_sec: 15,
      credited_sec: 15,
      is_cut: false,
      seen: [[30, 45]],
      seen_sec: 15,
      percent: 2,
      completed_at: null,
      missing_sec: 525,
    });
  });

  it('counts what a device had yet to tell when another login ended its session, for a minute', async () => {
    const end = async (member: MemberPerson) =>
      app.ctx.db
        .updateTable('user_sessions')
        .set({ revoked_at: app.clock.now(), revoke_reason: 'logged_in_elsewhere', ended_by: 'Chrome · Windows' })
        .where('user_id', '=', member.user_id)
        .execute();
    const watch = async (secondsAfter: number, isTakenOver = false) => {
      const { built, member, ticket, open, beat } = await startWatching();
      app.clock.advance(15_000);
      if (isTakenOver) await open(1);
      await end(member);
      await app.ctx.bus.publish(app.ctx.db, `user:${member.user_id}`);
      await app.messagesHandled();
      app.clock.advance(secondsAfter * 1000);
      const response = await beat(ticket, { seq: 1, intervals: [[0, 15]], position: 15 });
      expect(response.body).toMatchObject({ code: 'auth.logged_in_elsewhere', force_logout: true });
      expect(response.body.message).toContain('Chrome · Windows');
      return (await recordOf(member, built))?.seen_sec ?? 0;
    };
    expect(await watch(50)).toBe(15);
    expect(await watch(61)).toBe(0);
    // The new device already plays the lesson: nothing counts twice, and this one hears all the same that it is logged out.
    expect(await watch(50, true)).toBe(0);
  });

  describe('forged', () => {
    /** Whatever is sent in that time, no more than it × max speed + 3 s is seen and no more than it is studied. */
    async function expectBounded(member: MemberPerson, built: BuiltCourse, seconds: number): Promise<void> {
      const record = await recordOf(member, built);
      expect(record?.seen_sec ?? 0).toBeLessThanOrEqual(seconds * 2 + 3);
      expect(record?.study_sec ?? 0).toBeLessThanOrEqual(seconds);
      expect(record?.completed_at ?? null).toBe(null);
      expect((await totalsOf(member)).total_study_sec).toBeLessThanOrEqual(seconds);
    }

    it('one request cannot complete a lesson, however short', async () => {
      for (const seconds of [5, 60, 600]) {
        const { built, member, ticket, beat } = await startWatching({ lesson_sec: seconds });
        const { status, body } = await beat(ticket, { seq: 1, intervals: [[0, seconds]], position: seconds });
        expect([status, body.seen_sec, body.completed_at, body.is_cut]).toEqual([200, 0, null, true]);
        expect((await recordOf(member, built))?.suspicious).toBe(1);
      }
    });

    it('many requests without time give nothing', async () => {
      const { built, member, ticket, beat } = await startWatching();
      for (let seq = 1; seq <= 20; seq += 1)
        await beat(ticket, { seq, intervals: [[(seq - 1) * 30, seq * 30]], position: 600 });
      await expectBounded(member, built, 0);
    });

    it.each<[string, unknown]>([
      [
        'future positions',
        [
          [0, 15],
          [590, 4000],
          [1e9, 2e9],
        ],
      ],
      [
        'huge intervals',
        [
          [0, 600],
          [0, 600],
          [0, 600],
        ],
      ],
      ['thousands of intervals', Array.from({ length: 5000 }, (_, index) => [index % 600, (index % 600) + 5])],
      ['half cells', Array.from({ length: 50 }, (_, index) => [index * 5, index * 5 + 2.5])],
      [
        'not numbers',
        [['0', '600'], [null, 600], [0, { valueOf: 600 }], 'x', 7, null, [0, Number.MAX_VALUE], [[0, 600]]],
      ],
      [
        'backwards and below',
        [
          [600, 0],
          [-100, 600],
        ],
      ],
      ['text that is no list', '{"from": 0, "to": 600}'],
      ['text', 'nonsense'],
      ['an object', { 0: [0, 600], length: 1 }],
    ])('%s stay within the time that passed', async (_name, intervals) => {
      const { built, member, ticket, beat } = await startWatching();
      for (let seq = 1; seq <= 4; seq += 1) {
        app.clock.advance(15_000);
        expect((await beat(ticket, { seq, intervals, position: 600, speed: 16 })).status).toBe(200);
      }
      await expectBounded(member, built, 60);
    });

    it('double of the highest speed earns half of it', async () => {
      const { built, member, ticket, beat } = await startWatching({ max_speed: 1 });
      for (let seq = 1; seq <= 10; seq += 1) {
        app.clock.advance(15_000);
        await beat(ticket, { seq, intervals: [[(seq - 1) * 30, seq * 30]], position: seq * 30, speed: 2 });
      }
      const record = await recordOf(member, built);
      expect(record?.seen_sec).toBeLessThanOrEqual(153);
      expect(record).toMatchObject({ study_sec: 150, completed_at: null });
      expect(record?.suspicious).toBeGreaterThan(5);
    });

    it('a replayed seq changes nothing and returns the last one', async () => {
      const { built, member, ticket, beat } = await startWatching();
      app.clock.advance(15_000);
      await beat(ticket, { seq: 3, intervals: [[0, 15]], position: 15 });
      const before = await recordOf(member, built);
      app.clock.advance(60_000);
      for (const seq of [3, 2, 1]) {
        const { status, body } = await beat(ticket, { seq, intervals: [[15, 75]], position: 500 });
        expect([status, body]).toEqual([
          200,
          expect.objectContaining({ repeated: true, last_seq: 3, claimed_sec: 15, credited_sec: 0, seen_sec: 15 }),
        ]);
      }
      expect(await recordOf(member, built)).toEqual(before);
    });

    it.each([{ seq: 0 }, { seq: -1 }, { seq: 1.5 }, { seq: 3e9 }, { seq: 'x' }, {}, { seq: null }])(
      'seq %j is refused',
      async (values) => {
        const { ticket, member } = await startWatching();
        const reply = await app.http('POST', path, { as: member, body: { ticket, intervals: [[0, 5]], ...values } });
        expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['seq']]);
      },
    );

    it("somebody else's ticket opens nothing, nor does one's own in another session or a made-up one", async () => {
      const { built, member, ticket } = await startWatching();
      app.clock.advance(600_000);
      const thief = createPlayer(app, await app.person.member());
      const elsewhere = createPlayer(app, await app.person.user(member.user_id));
      for (const [player, what] of [
        [thief, ticket],
        [thief, 'x'.repeat(43)],
      ] as const) {
        const { status, body } = await player.beat(what, { seq: 1, intervals: [[0, 600]] });
        expect([status, body.code]).toEqual([403, 'play.ticket_invalid']);
      }
      expect((await elsewhere.beat(ticket, { seq: 1, intervals: [[0, 600]] })).body.code).toBe('play.ticket_ended');
      expect(await recordOf(member, built)).toBe(undefined);
    });

    it('two tickets at once share one clock', async () => {
      const { built, member, ticket, open, beat } = await startWatching();
      const second = await open(1);
      for (let seq = 1; seq <= 4; seq += 1) {
        app.clock.advance(15_000);
        const refused = await beat(ticket, { seq, intervals: [[(seq - 1) * 30, seq * 30]] });
        expect(refused.body.code).toBe('play.taken_over');
        await beat(second, { seq, intervals: [[(seq - 1) * 30, seq * 30]] });
      }
      expect(await recordOf(member, built)).toBe(undefined);
      expect((await totalsOf(member)).total_study_sec).toBeLessThanOrEqual(60);
    });

    it('opening the lesson repeatedly restarts the clock each time', async () => {
      const { built, member, open, beat } = await startWatching();
      for (let round = 0; round < 10; round += 1) {
        const ticket = await open();
        await beat(ticket, { seq: 1, intervals: [[0, 600]] });
        app.clock.advance(3000);
      }
      await expectBounded(member, built, 30);
    });

    it('parallel beats of one ticket are credited once', async () => {
      const { built, member, ticket, beat } = await startWatching();
      await beat(ticket, { seq: 1, intervals: [] });
      app.clock.advance(15_000);
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          beat(ticket, { seq: index + 2, intervals: [[index * 30, index * 30 + 30]], position: 300 }),
        ),
      );
      expect(replies.filter((reply) => ![200, 429].includes(reply.status))).toEqual([]);
      await expectBounded(member, built, 15);
      const credited = replies.reduce((sum, reply) => sum + (reply.body.credited_sec ?? 0), 0);
      expect((await totalsOf(member)).total_study_sec).toBe(credited);
    });

    it('a client cannot write totals, durations or completion', async () => {
      const { built, member, ticket } = await startWatching();
      const body = { ticket, seq: 1, intervals: [], position: 1e12, speed: 1 };
      const forged = { seen_sec: 600, study_sec: 600, percent: 100, completed_at: '2026-01-01', duration_sec: 1 };
      const refused = await app.http('POST', path, { as: member, body: { ...body, ...forged } });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, Object.keys(forged)]);
      expect((await app.http('POST', path, { as: member, body })).status).toBe(200);
      expect(await recordOf(member, built)).toMatchObject({
        seen_sec: 0,
        study_sec: 0,
        percent: 0,
        duration_sec: 600,
        last_position: 600,
        completed_at: null,
      });
    });
  });

  describe('tickets', () => {
    it('a revoked entitlement ends the ticket at once, also while this node remembers it', async () => {
      const { entitlement, ticket, beat } = await startWatching();
      app.clock.advance(15_000);
      expect((await beat(ticket, { seq: 1, intervals: [[0, 15]] })).status).toBe(200);
      await sql`update entitlements set revoked_at = ${app.ctx.clock()} where id = ${entitlement.id}`.execute(
        app.ctx.db,
      );
      app.clock.advance(15_000);
      const { status, body } = await beat(ticket, { seq: 2, intervals: [[15, 30]] });
      expect([status, body.code]).toEqual([410, 'play.ticket_ended']);
    });

    it('a beat that another node took meanwhile is noticed', async () => {
      const { built, member, ticket, beat } = await startWatching();
      app.clock.advance(15_000);
      await beat(ticket, { seq: 1, intervals: [[0, 15]] });
      await sql`update play_tickets set last_seq = 5, last_claimed_sec = last_claimed_sec + 7.5
        where taken_over_at is null and member_id = ${member.member_id}`.execute(app.ctx.db);
      app.clock.advance(15_000);
      expect((await beat(ticket, { seq: 2, intervals: [[15, 30]] })).body).toMatchObject({
        repeated: true,
        last_seq: 5,
        claimed_sec: 22.5,
      });
      expect((await beat(ticket, { seq: 6, intervals: [[15, 30]] })).body).toMatchObject({
        repeated: false,
        last_seq: 6,
      });
      expect((await recordOf(member, built))?.seen_sec).toBe(30);
    });

    it('a course that is no longer free ends the tickets it gave', async () => {
      const built = await buildCourse(app.ctx, { is_free: true });
      const member = await app.person.member();
      const { open, beat } = createPlayer(app, member);
      const {
        body: { ticket },
      } = await open(lessonOf(built));
      await sql`update courses set is_free = false where id = ${built.course.id}`.execute(app.ctx.db);
      app.clock.advance(15_000);
      expect((await beat(ticket, { seq: 1, intervals: [[0, 15]] })).body.code).toBe('play.ticket_ended');
    });

    it('a time offline comes as one beat and is credited whole', async () => {
      const { built, member, ticket, beat } = await startWatching();
      app.clock.advance(15_000);
      await beat(ticket, { seq: 1, intervals: [[0, 15]], position: 15 });
      app.clock.advance(300_000);
      const { body } = await beat(ticket, { seq: 2, intervals: [[15, 315]], position: 315 });
      expect([body.credited_sec, body.seen_sec, body.is_cut]).toEqual([300, 315, false]);
      expect((await recordOf(member, built))?.last_position).toBe(315);
    });

    it('what was played before the end of a ticket may come after it, once', async () => {
      const { built, member, ticket, beat } = await startWatching();
      app.clock.advance(300_000);
      await beat(ticket, { seq: 1, intervals: [[0, 300]], position: 300 });
      app.clock.advance(86_400_000);
      const ended = await beat(ticket, { seq: 2, intervals: [[300, 600]], position: 600 });
      expect([ended.status, ended.body.code]).toEqual([410, 'play.ticket_ended']);
      const late = await beat(ticket, { seq: 2, intervals: [[300, 600]], position: 600, late: true });
      expect(late.body).toMatchObject({ repeated: false, credited_sec: 300, seen_sec: 600, percent: 100 });
      const record = await recordOf(member, built);
      expect(record?.last_at.getTime()).toBe((record?.first_at.getTime() ?? 0) + 900_000);
      expect((await beat(ticket, { seq: 3, intervals: [[0, 600]], late: true })).body.code).toBe('play.ticket_ended');
    });

    it('late is no way to more than the life of a ticket', async () => {
      const { built, member, ticket, beat } = await startWatching({ lesson_sec: 7200, max_speed: 1 });
      app.clock.advance(7_790_000);
      await beat(ticket, { seq: 1, intervals: [[0, 10]] });
      app.clock.advance(86_400_000);
      await beat(ticket, { seq: 2, intervals: [[10, 7200]], late: true });
      expect((await recordOf(member, built))?.seen_sec).toBeLessThanOrEqual(10 + 10 + 8);
    });

    it('taken over, what was played before may come late, once, and nothing after it', async () => {
      const { built, member, ticket, open, beat } = await startWatching();
      app.clock.advance(100_000);
      await open(1);
      app.clock.advance(86_400_000);
      const late = await beat(ticket, { seq: 1, intervals: [[0, 600]], late: true });
      expect(late.body).toMatchObject({ repeated: false });
      // The clock from the ticket to the one that took over, at the fastest speed, and the slack.
      expect(late.body.credited_sec).toBeLessThanOrEqual(203);
      expect((await recordOf(member, built))?.seen_sec).toBeGreaterThanOrEqual(100);
      for (const isLate of [true, false])
        expect(
          (await beat(ticket, { seq: 2, intervals: [[0, 600]], ...(isLate ? { late: true } : {}) })).body.code,
        ).toBe(isLate ? 'play.ticket_ended' : 'play.taken_over');
    });

    it('a device whose login ended brings what it recorded with the next login of its learner, of nobody else', async () => {
      const { built, member, ticket } = await startWatching();
      app.clock.advance(60_000);
      const body = { seq: 1, intervals: [[0, 60]] as [number, number][] };
      const again = createPlayer(app, await app.person.user(member.user_id));
      expect((await again.beat(ticket, body)).body.code).toBe('play.ticket_ended');
      const other = createPlayer(app, await app.person.member());
      expect((await other.beat(ticket, { ...body, late: true })).body.code).toBe('play.ticket_invalid');
      const late = await again.beat(ticket, { ...body, late: true });
      expect(late.body).toMatchObject({ credited_sec: 60, seen_sec: 60 });
      expect((await again.beat(ticket, { ...body, late: true })).body).toMatchObject({ repeated: true });
      expect((await recordOf(member, built))?.seen_sec).toBe(60);
    });

    it('a preview is credited up to its end', async () => {
      const built = await buildCourse(app.ctx);
      await sql`update lessons set preview_sec = 60 where id = ${lessonOf(built)}`.execute(app.ctx.db);
      const member = await app.person.member({ activated: false });
      const { open, beat } = createPlayer(app, member);
      const {
        body: { ticket },
      } = await open(lessonOf(built));
      app.clock.advance(300_000);
      const { body } = await beat(ticket, {
        seq: 1,
        intervals: [
          [0, 58],
          [100, 300],
          [30, 90],
        ],
        position: 300,
      });
      expect([body.seen, body.is_cut]).toEqual([[[0, 60]], true]);
      expect((await recordOf(member, built))?.last_position).toBe(60);
    });
  });
});
