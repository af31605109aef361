import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Context } from '../src/core/context.ts';
import { createSessions } from '../src/core/sessions/sessions.ts';
import { consoleTokenOf } from '../src/http/console-token.ts';
import { cookies } from '../src/http/cookies.ts';

/** A person with their own browser: own cookies and own address. */
export type Person = {
  readonly user_id: number | null;
  readonly cookies: Map<string, string>;
  readonly ip: string;
  /** Session token for /api, created on first use. */
  token: string | null;
  csrf: string | null;
};

export type Request = {
  /** Sent as JSON; text and bytes are sent unchanged. */
  body?: unknown;
  /** A new visitor by default. */
  as?: Person;
  query?: Record<string, string | number>;
  headers?: Record<string, string>;
  /** `/web-api` by default; '' for paths outside both bases. */
  base?: '/web-api' | '/api' | '';
};

export type Reply = {
  status: number;
  /** The parsed response; null when it is not JSON. Typed like the result of JSON.parse, so that tests can access any property. */
  body: ReturnType<typeof JSON.parse>;
  text: string;
  raw: Buffer;
  headers: Record<string, unknown>;
};

export type Http = (method: string, path: string, request?: Request) => Promise<Reply>;

const readMethods = ['GET', 'HEAD', 'OPTIONS'];
let people = 0;

/** A person without cookies, with a unique address. */
export function makePerson(userId: number | null = null): Person {
  people += 1;
  return {
    user_id: userId,
    cookies: new Map(),
    ip: `10.${(people >> 16) & 255}.${(people >> 8) & 255}.${people & 255}`,
    token: null,
    csrf: null,
  };
}

function parse(text: string, type: unknown): ReturnType<typeof JSON.parse> {
  return String(type).includes('json') && text !== '' ? JSON.parse(text) : null;
}

function payloadOf(method: string, body: unknown): Pick<InjectOptions, 'payload'> {
  if (body === undefined || method === 'GET' || method === 'HEAD') return {};
  return { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : (body as object) };
}

function pathOf(path: string, { base = '/web-api', query }: Request): string {
  if (!query) return base + path;
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  );
  return `${base}${path}${path.includes('?') ? '&' : '?'}${search.toString()}`;
}

/** Sends requests like a browser: stores cookies, fetches the CSRF token and sends it with every write. */
export function createHttp(app: FastifyInstance, ctx: Context): Http {
  const sessions = createSessions(ctx);

  async function send(options: InjectOptions, person: Person): Promise<Reply> {
    const reply = await app.inject({ ...options, remoteAddress: person.ip });
    for (const { name, value, maxAge } of reply.cookies) {
      if (name === 'kaike_visitor' && value !== person.cookies.get(name)) person.csrf = null;
      if (maxAge === 0 || value === '') person.cookies.delete(name);
      else person.cookies.set(name, value);
    }
    const { payload: text, rawPayload: raw, headers } = reply;
    return { status: reply.statusCode, body: parse(text, headers['content-type']), text, raw, headers };
  }

  async function csrfToken(person: Person): Promise<string> {
    const isOver = person.csrf === null || Number(person.csrf.split('.')[0]) * 1000 <= ctx.clock().getTime();
    if (isOver || !person.cookies.has('kaike_visitor')) {
      const { body } = await send(
        { method: 'GET', url: '/web-api/open/token', cookies: Object.fromEntries(person.cookies) },
        person,
      );
      person.csrf = String(body._token);
    }
    return person.csrf ?? '';
  }

  async function apiToken(person: Person): Promise<string | null> {
    if (person.token !== null || person.user_id === null) return person.token;
    const session = await sessions.open(ctx.db, {
      user_id: person.user_id,
      client_type: 'app',
      device_class: 'app',
      ends_at: null,
      client_id: null,
      device_name: 'test',
      ip: person.ip,
      remember: true,
      keep: null,
    });
    person.token = session.token;
    return session.token;
  }

  async function credentials(
    method: string,
    request: Request,
    person: Person,
  ): Promise<Pick<InjectOptions, 'headers' | 'cookies'>> {
    if (request.base === '/api') {
      const token = await apiToken(person);
      return { headers: { ...(token ? { authorization: token } : {}), ...request.headers } };
    }
    const csrf = readMethods.includes(method) || request.base === '' ? {} : { 'x-csrf-token': await csrfToken(person) };
    return { headers: { ...csrf, ...request.headers }, cookies: Object.fromEntries(person.cookies) };
  }

  return async (method, path, request = {}) => {
    const person = request.as ?? makePerson();
    const upper = method.toUpperCase();
    const options = {
      url: pathOf(path, request),
      ...payloadOf(upper, request.body),
      ...(await credentials(upper, request, person)),
    };
    return send({ method: upper as NonNullable<InjectOptions['method']>, ...options }, person);
  };
}

/** Makes this browser one that has opened the link which the console prints. */
export const openConsoleLink = (ctx: Context, person: { cookies: Map<string, string> }): void =>
  void person.cookies.set(cookies.console, consoleTokenOf(ctx.secrets));
