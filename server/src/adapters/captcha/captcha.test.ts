import fc from 'fast-check';
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Reply, type TestApp } from '../../../test/app.ts';
import { isHumanTrack } from './check-track.ts';
import { drawScene } from './draw-scene.ts';

type Point = [number, number, number];

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A drag by hand: fast at first, slow at the end, slightly uneven. */
function drag(x: number, milliseconds = 900, count = 40): Point[] {
  return Array.from({ length: count + 1 }, (_, index) => {
    const share = index / count;
    return [
      Math.round(share * milliseconds),
      Math.round(x * (1 - (1 - share) ** 3)),
      Math.round(3 * Math.sin(share * 5)),
    ];
  });
}

/** Arrow keys: steps of five, one of them after a pause. */
const keys = (x: number): Point[] =>
  Array.from({ length: Math.ceil(x / 5) + 1 }, (_, index) => [
    index * 60 + (index > 3 ? 400 : 0),
    Math.min(x, index * 5),
    0,
  ]);

const issue = async () => (await app.http('GET', '/open/geetest')).body;
const solve = (body: Record<string, unknown>): Promise<Reply> => app.http('POST', '/open/geetest', { body });
/** The solution, which only the database holds. */
const answerOf = async (challenge: string): Promise<number> =>
  (
    await app.ctx.db
      .selectFrom('captcha_challenges')
      .select('answer_x')
      .where('id', '=', challenge)
      .executeTakeFirstOrThrow()
  ).answer_x ?? Number.NaN;
const bytesOf = (url: string): Buffer => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');

/** Mean grey of a square of the picture, 0 to 255. */
async function brightness(url: string, at: { left: number; top: number }): Promise<number> {
  const grey = await sharp(bytesOf(url))
    .flatten()
    .extract({ ...at, width: 30, height: 30 })
    .greyscale()
    .raw()
    .toBuffer();
  return grey.reduce((sum, value) => sum + value, 0) / grey.length;
}

describe('GET /open/geetest', () => {
  it('returns two raster pictures and everything to show them, but not the solution', async () => {
    const puzzle = await issue();
    const x = await answerOf(puzzle.challenge);
    expect(puzzle).toMatchObject({ type: 'local', width: 320, height: 180, piece_size: 60, expires_in: 120 });
    expect(Object.keys(puzzle).toSorted()).toEqual([
      'background',
      'challenge',
      'expires_in',
      'height',
      'piece',
      'piece_size',
      'type',
      'width',
      'y',
    ]);
    expect(await sharp(bytesOf(puzzle.background)).metadata()).toMatchObject({
      format: 'webp',
      width: 640,
      height: 360,
    });
    expect(await sharp(bytesOf(puzzle.piece)).metadata()).toMatchObject({
      format: 'png',
      width: 120,
      height: 120,
      hasAlpha: true,
    });
    expect([x >= 84, x <= 252, puzzle.y >= 8, puzzle.y <= 112]).toEqual([true, true, true, true]);
    expect(puzzle.background.length + puzzle.piece.length).toBeLessThan(40_000);
  });

  it('darkens the picture where the piece belongs, and draws another one every time', async () => {
    const [one, two] = [await issue(), await issue()];
    expect(one.challenge).not.toBe(two.challenge);
    expect(one.background).not.toBe(two.background);
    const x = await answerOf(one.challenge);
    const hole = await brightness(one.background, { left: x * 2 + 40, top: one.y * 2 + 50 });
    expect(hole).toBeLessThan((await brightness(one.piece, { left: 40, top: 50 })) * 0.8);
  });

  it('is limited for one address', async () => {
    const visitor = await app.person.visitor();
    for (let time = 0; time < 59; time += 1)
      await app.ctx.limiter.take({ key: `GET /open/geetest|ip:${visitor.ip}`, max: 60, seconds: 60 });
    const [last, refused] = [
      await app.http('GET', '/open/geetest', { as: visitor }),
      await app.http('GET', '/open/geetest', { as: visitor }),
    ];
    expect([last.status, refused.status, refused.body.code]).toEqual([200, 429, 'request.too_many']);
  });
});

describe('pictures left unsolved', () => {
  it('are counted by address: after sixty in ten minutes none is issued, and solved ones do not count', async () => {
    const [guesser, other] = [await app.person.visitor(), await app.person.visitor()];
    const rows = (count: number, columns: { address: string; pass_hash?: Buffer }, from: number) =>
      Array.from({ length: count }, (_, index) => ({
        id: `${columns.address}-${from + index}`,
        answer_x: 100,
        expires_at: new Date(app.clock.now().getTime() + 120_000),
        ...columns,
        pass_hash: columns.pass_hash ? Buffer.from(`${columns.address} ${index}`) : null,
      }));
    const request = async (as: typeof guesser) => (await app.http('GET', '/open/geetest', { as })).status;
    await app.ctx.db
      .insertInto('captcha_challenges')
      .values([
        ...rows(59, { address: guesser.ip }, 0),
        ...rows(80, { address: other.ip, pass_hash: Buffer.alloc(1) }, 0),
      ])
      .execute();
    expect([await request(guesser), await request(guesser), await request(other)]).toEqual([200, 429, 200]);
    app.clock.advance(601_000);
    expect(await request(guesser)).toBe(200);
  });
});

describe('POST /open/geetest', () => {
  it.each([
    ['a hand', drag],
    ['arrow keys', keys],
  ])('gives a pass to %s, which opens one request', async (_name, move) => {
    const { challenge } = await issue();
    const x = await answerOf(challenge);
    const { status, body } = await solve({ challenge, x, track: move(x) });
    expect(status).toBe(200);
    const { captcha } = app.ctx.adapters;
    expect(await captcha.consume(app.ctx.db, body.verify)).toBe(true);
    expect(await captcha.consume(app.ctx.db, body.verify)).toBe(false);
  });

  it('tolerates three pixels, but not four', async () => {
    for (const [off, status] of [
      [3, 200],
      [-3, 200],
      [4, 422],
      [-4, 422],
    ] as const) {
      const { challenge } = await issue();
      const x = (await answerOf(challenge)) + off;
      expect((await solve({ challenge, x, track: drag(x) })).status, String(off)).toBe(status);
    }
  });

  it('allows one attempt, then requires a new picture', async () => {
    const { challenge } = await issue();
    const x = await answerOf(challenge);
    const wrong = await solve({ challenge, x: x - 30, track: drag(x - 30) });
    expect([wrong.status, wrong.body.code, wrong.body.errors]).toEqual([
      422,
      'auth.captcha_failed',
      { verify: ['请正确完成滑块验证。'] },
    ]);
    expect((await solve({ challenge, x, track: drag(x) })).status).toBe(422);
  });

  it('counts concurrent attempts, and issues one pass per picture', async () => {
    const { challenge } = await issue();
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => solve({ challenge, x: index * 9 + 84, track: drag(index * 9 + 84) })),
    );
    expect(guesses.filter((guess) => guess.status === 200).length).toBeLessThanOrEqual(1);
    const { tries } = await app.ctx.db
      .selectFrom('captcha_challenges')
      .select('tries')
      .where('id', '=', challenge)
      .executeTakeFirstOrThrow();
    expect(tries).toBe(1);
    const next = await issue();
    const answer = await answerOf(next.challenge);
    const right = await Promise.all(
      [1, 2, 3].map(() => solve({ challenge: next.challenge, x: answer, track: drag(answer) })),
    );
    expect(right.filter((reply) => reply.status === 200)).toHaveLength(1);
  });

  it('expires after two minutes, and its pass after five', async () => {
    const { challenge } = await issue();
    const x = await answerOf(challenge);
    app.clock.advance(120_000);
    expect((await solve({ challenge, x, track: drag(x) })).status).toBe(422);
    const next = await issue();
    const answer = await answerOf(next.challenge);
    const { body } = await solve({ challenge: next.challenge, x: answer, track: drag(answer) });
    app.clock.advance(300_000);
    expect(await app.ctx.adapters.captcha.consume(app.ctx.db, body.verify)).toBe(false);
  });

  it('stores only the hash of a pass, and a rolled-back request restores it', async () => {
    const { challenge } = await issue();
    const x = await answerOf(challenge);
    const { verify } = (await solve({ challenge, x, track: drag(x) })).body;
    const row = await app.ctx.db
      .selectFrom('captcha_challenges')
      .selectAll()
      .where('id', '=', challenge)
      .executeTakeFirstOrThrow();
    expect(row.pass_hash).toEqual(createHash('sha256').update(verify).digest());
    const { captcha } = app.ctx.adapters;
    await app.ctx.db
      .transaction()
      .execute(async (trx) => {
        expect(await captcha.consume(trx, verify)).toBe(true);
        throw new Error('undo');
      })
      .catch(() => undefined);
    expect(await captcha.consume(app.ctx.db, verify)).toBe(true);
  });

  it('refuses malformed answers', async () => {
    const { challenge } = await issue();
    for (const body of [
      {},
      { challenge },
      { challenge, x: 'a', track: [] },
      { challenge: "' or 1=1", x: 100, track: drag(100) },
      { challenge, x: 5000, track: drag(100) },
    ]) {
      expect((await solve(body)).status).toBe(422);
    }
  });
});

describe('isHumanTrack', () => {
  const straight: Point[] = Array.from({ length: 30 }, (_, index) => [index * 30, index * 4, 0]);
  const swapped = drag(120).map((point, index, all) =>
    index === 9 ? (all[10] ?? point) : index === 10 ? (all[9] ?? point) : point,
  );
  const refused: [string, unknown, number][] = [
    ['at one speed', straight, 116],
    ['at one speed, rounded', straight.map(([t, x]) => [t, Math.round(x * 1.037), 0]), 120],
    ['too quick', drag(120, 299), 120],
    ['too slow', drag(120, 15_001), 120],
    ['few points', drag(120, 900, 8), 120],
    ['backwards in time', swapped, 120],
    ['ending elsewhere', drag(120), 130],
    ['nothing', undefined, 0],
    ['text', 'track', 0],
    ['holes', drag(120).map(([t]) => [t]), 120],
    ['no numbers', drag(120).map(([t, x]) => [t, String(x), null]), 120],
    ['without end', drag(120).map(([t, x, y], index) => [index === 5 ? Infinity : t, x, y]), 120],
    ['endless', drag(120, 14_000, 2000), 120],
  ];
  it.each(refused)('refuses a drag %s', (_name, track, x) => {
    expect(isHumanTrack(track, x)).toBe(false);
  });

  it.each([
    ['a hand', drag(120)],
    ['a slow hand', drag(120, 14_900)],
    ['arrow keys', keys(120)],
  ])('accepts %s', (_name, track) => {
    expect(isHumanTrack(track, 120)).toBe(true);
  });

  it('never throws and never accepts a straight line', () => {
    fc.assert(
      fc.property(fc.anything(), fc.integer(), (track, x) => isHumanTrack(track, x) === false || Array.isArray(track)),
    );
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 200 }), fc.double({ min: 0.01, max: 1, noNaN: true }), (count, speed) => {
        const line = Array.from({ length: count }, (_, index) => [index * 70, Math.round(index * 70 * speed), 0]);
        expect(isHumanTrack(line, line.at(-1)?.[1] ?? 0)).toBe(false);
      }),
    );
  });
});

it('drawScene draws the same for the same numbers', () => {
  const random = (): (() => number) => {
    let state = 7;
    return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  };
  const size = { width: 320, height: 180 };
  expect(drawScene(random(), size)).toBe(drawScene(random(), size));
  expect(drawScene(random(), size)).not.toMatch(/NaN|undefined|<script|<image/);
});
