import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { openServer } from '../open-server.ts';
import { toneOf, wordsIn } from './tone.ts';

export const speechKey = 'sk-speech';

/** The settings of an account at this fake; its base is its address with `/v1`. */
export const speechSettings = {
  speech_driver: 'compatible',
  speech_own_key: speechKey,
  speech_own_model: 'ok',
  speech_voice: 'coral',
} as const;

type SeenSpeech = { model: string; input: string; voice: string };

export type SpeechFake = {
  /** The base URL of the interface. */
  base: string;
  /** What was accepted. */
  seen: SeenSpeech[];
  /** Answers wait until they are released. */
  hold: () => void;
  release: () => void;
  close: () => Promise<void>;
};

const allowedKeys = new Set(['model', 'input', 'voice', 'response_format', 'speed', 'instructions', 'stream_format']);
const voices = new Set(['alloy', 'coral', 'sage']);
const longest = 4096;
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array));
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown;
  } catch {
    return null;
  }
}

/** What is wrong with a request, as a status, a code and a message; null when nothing is. */
function faultOf({ headers, method, url }: IncomingMessage, body: unknown): [number, string, string] | null {
  if (method !== 'POST' || url !== '/v1/audio/speech') return [404, 'unknown_url', 'no such path'];
  if (headers.authorization !== `Bearer ${speechKey}`) return [401, 'invalid_api_key', 'Incorrect API key provided'];
  if (headers['content-type'] !== 'application/json' || !isObject(body)) return [400, 'bad_request', 'no JSON object'];
  const unknown = Object.keys(body).find((key) => !allowedKeys.has(key));
  if (unknown !== undefined) return [400, 'unknown_parameter', `Unknown parameter: ${unknown}`];
  const { model, input, voice, response_format: format } = body;
  if (typeof model !== 'string' || typeof input !== 'string' || input === '' || input.length > longest)
    return [400, 'invalid_value', 'model and input are required'];
  if (typeof voice !== 'string' || !voices.has(voice)) return [400, 'unknown_voice', 'no such voice'];
  return format === undefined || format === 'mp3' ? null : [400, 'invalid_value', 'no such format'];
}

const refuse = (response: ServerResponse, [status, code, message]: [number, string, string]): void =>
  void response
    .writeHead(status, { 'Content-Type': 'application/json' })
    .end(JSON.stringify({ error: { message, type: 'fake', param: null, code } }));

const sound = (response: ServerResponse, { input }: SeenSpeech, slowness = 1): void =>
  void response
    .writeHead(200, { 'Content-Type': 'audio/wav', 'x-request-id': 'speech-fake' })
    .end(toneOf(wordsIn(input) * slowness));

type Behaviour = (request: {
  arg: string;
  count: number;
  one: SeenSpeech;
  response: ServerResponse;
}) => Promise<void> | void;

/** Only the first `arg` requests fail; without a number all do. */
const failing =
  (status: number, code: string): Behaviour =>
  ({ arg, count, one, response }) =>
    arg !== '' && count > Number(arg) ? sound(response, one) : refuse(response, [status, code, code]);

/** How the fake behaves, by the name of the model up to its colon. */
const behaviours: Readonly<Record<string, Behaviour>> = {
  ok: ({ one, response }) => sound(response, one),
  /** Speaks so many times slower. */
  slow: ({ arg, one, response }) => sound(response, one, Number(arg)),
  /** Answers after so many milliseconds. */
  wait: async ({ arg, one, response }) => {
    await pause(Number(arg));
    sound(response, one);
  },
  400: failing(400, 'invalid_value'),
  401: failing(401, 'invalid_api_key'),
  402: failing(402, 'insufficient_quota'),
  429: failing(429, 'rate_limit_exceeded'),
  503: failing(503, 'overloaded'),
  /** Says nothing, for ever. */
  stall: () => undefined,
  /** Half an answer. */
  cut({ one, response }) {
    const whole = toneOf(wordsIn(one.input));
    response.writeHead(200, { 'Content-Type': 'audio/wav', 'Content-Length': whole.length });
    response.write(whole.subarray(0, whole.length / 2), () => response.destroy());
  },
  html: ({ response }) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>gateway</html>'),
  noise: ({ response }) => void response.writeHead(200, { 'Content-Type': 'audio/mpeg' }).end('this is no sound'),
};

/** A speech service with the usual interface, which refuses what vendors refuse and misbehaves by the name of the model. */
export async function startSpeechVendor(): Promise<SpeechFake> {
  const seen: SeenSpeech[] = [];
  let [held, release]: [Promise<void>, () => void] = [Promise.resolve(), () => undefined];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readBody(request);
      const fault = faultOf(request, body);
      if (fault) return refuse(response, fault);
      const { model, input, voice } = body as SeenSpeech;
      const one = { model, input, voice };
      seen.push(one);
      const count = seen.filter((other) => other.model === model).length;
      await held;
      const [name = '', arg = ''] = model.split(':');
      const behave = behaviours[name];
      return behave
        ? behave({ arg, count, one, response })
        : refuse(response, [404, 'model_not_found', 'no such model']);
    })().catch((error: unknown) => void response.writeHead(500).end(String(error)));
  });
  const { base, close } = await openServer(server);
  return {
    base: `${base}/v1`,
    seen,
    hold() {
      held = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => release(),
    close,
  };
}
