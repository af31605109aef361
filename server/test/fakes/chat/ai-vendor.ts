import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import vectors from '../vectors/ai-chat-stream.json' with { type: 'json' };
import { openServer } from '../open-server.ts';

export const chatKey = 'sk-test';

/** The settings of an account at this fake; its base is its address with `/v1`. */
export const chatSettings = { chat_driver: 'compatible', chat_own_key: chatKey, chat_own_model: 'ok' } as const;

type Message = { role: string; content: string };
type SeenChat = {
  model: string;
  messages: readonly Message[];
  body: Record<string, unknown>;
  /** When the caller went away before the end: milliseconds since the request came. */
  left_ms: number | null;
};

export type AiVendor = {
  /** The base URL of the interface. */
  base: string;
  seen: SeenChat[];
  /** What the model `proposer` writes, and what `memory` and `reader` write where they are to propose what to remember, and goals. */
  proposals: string;
  /** Resolves when the caller of the latest request went away. */
  gone: () => Promise<number>;
  close: () => Promise<void>;
};

const allowedKeys = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'temperature',
  'max_tokens',
  'max_completion_tokens',
  'stop',
  'user',
  'response_format',
]);
const roles = new Set(['system', 'user', 'assistant']);
const usualWords = 'That sounds lovely! Please tell me a little more. Where did you go after that?';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What is wrong with a request, as a status and a message; null when nothing is. */
function faultOf({ headers, method, url }: IncomingMessage, body: unknown): [number, string] | null {
  if (method !== 'POST' || url !== '/v1/chat/completions') return [404, 'no such path'];
  if (headers.authorization !== `Bearer ${chatKey}`) return [401, 'Incorrect API key provided'];
  if (headers['content-type'] !== 'application/json' || !isObject(body)) return [400, 'no JSON object'];
  const unknown = Object.keys(body).find((key) => !allowedKeys.has(key));
  if (unknown !== undefined) return [400, `Unrecognized request argument supplied: ${unknown}`];
  const messages: unknown = body['messages'];
  if (!Array.isArray(messages) || messages.length < 2) return [400, 'messages are missing'];
  const list: readonly unknown[] = messages;
  const isMessage = (one: unknown): one is Message =>
    isObject(one) && roles.has(String(one['role'])) && typeof one['content'] === 'string' && one['content'] !== '';
  if (!list.every(isMessage)) return [422, 'a message has no role or content'];
  if (list[0]?.role !== 'system' || list.at(-1)?.role !== 'user')
    return [400, 'the first role is system, the last user'];
  if (typeof body['model'] !== 'string' || body['stream'] !== true) return [400, 'model and stream are required'];
  return null;
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array));
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown;
  } catch {
    return null;
  }
}

const errorBody = (status: number, message: string): string =>
  JSON.stringify({
    error: { message, type: 'fake', param: null, code: status === 401 ? 'invalid_api_key' : `status_${status}` },
  });

const chunk = (choice: object | null, more: object = {}): string =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-fake',
    object: 'chat.completion.chunk',
    created: 1_768_464_000,
    model: 'fake',
    choices: choice ? [{ index: 0, delta: {}, finish_reason: null, ...choice }] : [],
    ...more,
  })}\n\n`;
const say = (content: string): string => chunk({ delta: { content } });
const finish = (reason: string): string => chunk({ finish_reason: reason });
/** So many pieces of three letters, as models write: sentences of ten short words. */
const lettersOf = (count: number): string[] =>
  'We can go to the sea or up to the hill. '
    .repeat(Math.ceil((count * 3) / 40))
    .slice(0, count * 3)
    .match(/.{1,3}/gs) ?? [];
const usage = (prompt: number, completion: number): string =>
  chunk(null, { usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion } });
const done = 'data: [DONE]\n\n';

const wordsOf = (text: string): string[] => text.match(/\S+\s*/g) ?? [];
const whole = (text: string): string[] => [
  chunk({ delta: { role: 'assistant', content: '' } }),
  ...wordsOf(text).map(say),
  finish('stop'),
  usage(120, 18),
  done,
];

/** The mark that a prompt forbids to write. */
const secretIn = (messages: readonly Message[]): string =>
  /never write the mark (\S+?)\./.exec(messages[0]?.content ?? '')?.[1] ?? 'no mark in the prompt';

/** The sentences of a prompt without its first line and the facts, which a teacher may speak of. */
export const ordersIn = (messages: readonly Message[]): string[] =>
  (messages[0]?.content ?? '')
    .split('\n')
    .slice(1, -1)
    .flatMap((line) => line.replace(/^- /, '').split(/(?<=[.;:]) /))
    .filter((order) => order.split(' ').length > 5);

type Behaviour = (request: {
  proposals: string;
  arg: string;
  count: number;
  messages: readonly Message[];
  response: ServerResponse;
}) => Promise<void> | void;

const stream = (response: ServerResponse, parts: readonly (string | Uint8Array)[]): void => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
  for (const part of parts) response.write(part);
  response.end();
};

/** Only the first `arg` requests fail; without a number all do. */
const failing =
  (status: number, message: string): Behaviour =>
  ({ arg, count, response }) => {
    if (arg !== '' && count > Number(arg)) return stream(response, whole(usualWords));
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(errorBody(status, message));
  };

/** How the fake behaves, by the name of the model up to its first colon. */
const behaviours: Readonly<Record<string, Behaviour>> = {
  ok: ({ response }) => stream(response, whole(usualWords)),
  async first({ arg, response }) {
    await pause(Number(arg));
    stream(response, whole(usualWords));
  },
  /** So many pieces with so many milliseconds between them. */
  async pieces({ arg, response }) {
    const [count = '100', ms = '0'] = arg.split(':');
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (const piece of lettersOf(Number(count))) {
      if (response.destroyed) return;
      response.write(say(piece));
      if (ms !== '0') await pause(Number(ms));
    }
    response.end([finish('stop'), usage(120, Number(count)), done].join(''));
  },
  /** Says so many words, then nothing, for ever. */
  stall({ arg, response }) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(': keep-alive\n\n');
    for (const word of wordsOf(usualWords).slice(0, Number(arg))) response.write(say(word));
  },
  cut({ arg, response }) {
    stream(response, wordsOf(usualWords).slice(0, Number(arg)).map(say));
  },
  async reset({ arg, response }) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (const word of wordsOf(usualWords).slice(0, Number(arg))) response.write(say(word));
    await pause(50);
    response.destroy();
  },
  error({ arg, response }) {
    const error = JSON.stringify({ error: { message: 'The server had an error', type: 'server_error', code: null } });
    stream(response, [...wordsOf(usualWords).slice(0, Number(arg)).map(say), `data: ${error}\n\n`]);
  },
  401: failing(401, 'Incorrect API key provided'),
  402: failing(402, 'Insufficient Balance'),
  400: failing(400, 'Content Exists Risk'),
  404: failing(404, 'The model does not exist'),
  429: failing(429, 'Rate limit reached'),
  503: failing(503, 'Service overloaded'),
  html: ({ response }) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>gateway</html>'),
  'bad-json': ({ response }) => stream(response, [say('That sounds '), 'data: {"id": "chat\n\n', say('lovely.'), done]),
  /** A character in two halves with a broken one between them. */
  'bad-utf8': ({ response }) => {
    const bytes = Buffer.from(say('Café 👋 '));
    const at = bytes.indexOf(Buffer.from('👋'));
    stream(response, [bytes.subarray(0, at + 2), Buffer.from([0xff]), bytes.subarray(at + 2), finish('stop'), done]);
  },
  huge: ({ response }) =>
    stream(response, [...Array.from({ length: 4000 }, () => say('word '.repeat(20))), finish('stop'), done]),
  'no-usage': ({ response }) => stream(response, [...wordsOf(usualWords).map(say), finish('stop'), done]),
  reasoning: ({ response }) =>
    stream(response, [chunk({ delta: { reasoning_content: 'The learner is polite.' } }), ...whole(usualWords)]),
  /** Thought so long that nothing was left for the reply. */
  silent: ({ response }) =>
    stream(response, [chunk({ delta: { reasoning_content: 'Hm.' } }), finish('length'), usage(120, 400), done]),
  filter: ({ response }) => stream(response, [say('That sounds '), finish('content_filter'), usage(120, 3), done]),
  /** Writes the mark, cut where it hurts most. */
  leak: ({ messages, response }) => {
    const mark = secretIn(messages);
    stream(response, [
      say('My rules say '),
      say(mark.slice(0, 3)),
      say(mark.slice(3, 9)),
      say(mark.slice(9)),
      ...whole('. Fine?'),
    ]);
  },
  /** Spells the mark. */
  spell: ({ messages, response }) =>
    stream(response, whole(`Listen: ${[...secretIn(messages)].join(' - ').toUpperCase()}, fine?`)),
  /** Says one clause of its orders, counted round and round. */
  recite: ({ arg, messages, response }) => {
    const orders = ordersIn(messages);
    stream(response, whole(`${orders[Number(arg) % orders.length]}, my friend.`));
  },
  /** Says what nobody should. */
  unsafe: ({ response }) => stream(response, whole('Send me your nude photos. Shall we?')),
  judge: ({ response }) => stream(response, whole('{"passes": false, "reason": "没有追问"}')),
  markup: ({ response }) =>
    stream(response, whole('<img src=x onerror=alert(1)> **bold** [link](javascript:alert(1))')),
  chinese: ({ messages, response }) => stream(response, whole(`译文：${messages.at(-1)?.content ?? ''}`)),
  memory: ({ messages, proposals, response }) =>
    stream(response, whole(/"known":/.test(messages.at(-1)?.content ?? '') ? proposals : usualWords)),
  proposer: ({ proposals, response }) => stream(response, whole(proposals)),
  /** Reads talks beside their turns, and writes first lines. */
  reader: ({ messages, proposals, response }) => {
    const data = messages.at(-1)?.content ?? '';
    if (data.includes('"earlier_notes":')) return stream(response, whole('The learner likes the sea.'));
    if (data.includes('"goals":')) return stream(response, whole(proposals));
    return stream(response, whole(data.startsWith('Facts,') ? 'Welcome back! What did you do today?' : usualWords));
  },
  echo: ({ messages, response }) => stream(response, whole(`You said: ${messages.at(-1)?.content ?? ''}`)),
};

/** A recorded answer, in pieces of so many bytes: `vectors:{case}:{bytes}`. */
async function replay({ arg, response }: Parameters<Behaviour>[0]): Promise<void> {
  const [name = '0', bytes = '4096'] = arg.split(':');
  const vector = vectors.cases[Number(name)];
  if (!vector) throw new Error(`no vector ${name}`);
  const raw = Buffer.from(vector.raw, 'utf8');
  response.writeHead(vector.status, { 'Content-Type': vector.contentType });
  for (let at = 0; at < raw.length; at += Number(bytes)) {
    response.write(raw.subarray(at, at + Number(bytes)));
    // A piece that is awaited is a piece of its own on the wire.
    if (Number(bytes) > 100 || at % 64 === 0) await new Promise(setImmediate);
  }
  response.end();
}

/** A chat service with the usual interface, which refuses what vendors refuse and misbehaves by the name of the model. */
export async function startAiVendor(): Promise<AiVendor> {
  const seen: SeenChat[] = [];
  const counts = new Map<string, number>();
  let leave: (ms: number) => void = () => undefined;
  const vendor: AiVendor = {
    base: '',
    seen,
    proposals: '[]',
    gone: () =>
      new Promise((resolve) => {
        leave = resolve;
      }),
    close: () => Promise.resolve(),
  };
  const server = createServer((request, response) => {
    const startedAt = performance.now();
    void (async () => {
      const body = await readBody(request);
      const fault = faultOf(request, body);
      if (fault)
        return void response.writeHead(fault[0], { 'Content-Type': 'application/json' }).end(errorBody(...fault));
      const { model, messages } = body as { model: string; messages: Message[] };
      const one: SeenChat = { model, messages, body: body as Record<string, unknown>, left_ms: null };
      seen.push(one);
      response.once('close', () => {
        if (response.writableFinished) return;
        one.left_ms = performance.now() - startedAt;
        leave(one.left_ms);
      });
      const count = (counts.get(model) ?? 0) + 1;
      counts.set(model, count);
      const [name = '', ...rest] = model.split(':');
      const behave = name === 'vectors' ? replay : behaviours[name];
      if (!behave)
        return void response
          .writeHead(404, { 'Content-Type': 'application/json' })
          .end(errorBody(404, `no model ${name}`));
      return behave({ arg: rest.join(':'), count, messages, response, proposals: vendor.proposals });
    })().catch((error: unknown) => void response.writeHead(500).end(String(error)));
  });
  const { base, close } = await openServer(server);
  vendor.base = `${base}/v1`;
  vendor.close = close;
  return vendor;
}
