import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type MemberPerson, type TestApp } from '../../../../../test/app.ts';
import { createWatching } from '../playback.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const { startWatching, recordOf } = createWatching(() => app);

const path = '/home/learning-records/beat';

describe('beacons', () => {
  const form = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();

  async function prepare() {
    const watching = await startWatching();
    const token = String((await app.http('GET', '/open/token', { as: watching.member })).body._token);
    app.clock.advance(15_000);
    return { ...watching, token };
  }
  // An empty header takes the place of the one the test client adds.
  const send = (member: MemberPerson, type: string, body: string) =>
    app.fastify.inject({
      method: 'POST',
      url: `/web-api${path}`,
      payload: body,
      headers: { 'content-type': type },
      cookies: Object.fromEntries(member.cookies),
    });

  it('arrive as a form or as text, with the page token in them', async () => {
    const { built, member, ticket, token } = await prepare();
    const asForm = await send(
      member,
      'application/x-www-form-urlencoded',
      form({ _token: token, ticket, seq: '1', intervals: '[[0,15]]', position: '15', speed: '1' }),
    );
    expect([asForm.statusCode, asForm.json().seen_sec]).toEqual([200, 15]);
    app.clock.advance(15_000);
    const asText = await send(
      member,
      'text/plain;charset=UTF-8',
      JSON.stringify({ _token: token, ticket, seq: 2, intervals: [[15, 30]], position: 30, speed: 1 }),
    );
    expect([asText.statusCode, asText.json().seen_sec]).toEqual([200, 30]);
    expect((await recordOf(member, built))?.last_position).toBe(30);
  });

  it('are refused without it, with a wrong one, and with that of another visitor', async () => {
    const { built, member, ticket } = await prepare();
    const foreign = String((await app.http('GET', '/open/token', { as: await app.person.visitor() })).body._token);
    for (const token of [undefined, 'x', foreign]) {
      const body = { ...(token === undefined ? {} : { _token: token }), ticket, seq: 1, intervals: [[0, 15]] };
      expect((await send(member, 'text/plain', JSON.stringify(body))).statusCode).toBe(419);
      expect(
        (
          await send(
            member,
            'application/x-www-form-urlencoded',
            form({ ...(token ? { _token: token } : {}), ticket, seq: '1' }),
          )
        ).statusCode,
      ).toBe(419);
    }
    expect((await send(member, 'text/plain', 'not JSON')).statusCode).toBe(419);
    expect(await recordOf(member, built)).toBe(undefined);
  });
});
