import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { openServer } from '../open-server.ts';
import { wordsIn } from './speech.ts';

export const earsKey = 'sk-ears';

/** The settings of an account at this fake; its base is added where it is started. */
export const earsSettings = {
  transcription_driver: 'compatible',
  transcription_own_key: earsKey,
  transcription_own_model: 'ok',
  transcription_recipient: '听写科技有限公司',
} as const;

export type HeardFile = { model: string; name: string; type: string; size: number; language: string; format: string };
export type Ears = {
  /** The base URL of the interface. */
  base: string;
  seen: HeardFile[];
  /** What is heard in a recording that does not say it, such as one of a real browser. */
  set: (words: string) => void;
  /** Answers wait until they are let go. */
  hold: () => { arrived: Promise<void>; release: () => void };
  close: () => Promise<void>;
};

const allowedKeys = new Set(['file', 'model', 'language', 'prompt', 'response_format']);
const endings = /\.(flac|mp3|mp4|mpeg|mpga|m4a|ogg|wav|webm)$/;

/** What the first bytes of a file say it is. */
function kindOf(bytes: Buffer): string {
  const head = bytes.toString('latin1', 0, 12);
  if (head.startsWith('RIFF') && head.endsWith('WAVE')) return 'wav';
  if (head.startsWith('OggS')) return 'ogg';
  if (head.slice(4, 8) === 'ftyp') return 'mp4';
  if (bytes.readUInt32BE(0) === 0x1a45dfa3) return 'webm';
  return head.startsWith('ID3') || bytes[0] === 0xff ? 'mp3' : 'unknown';
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts);
}

const json = (response: ServerResponse, status: number, body: object): void =>
  void response
    .writeHead(status, { 'Content-Type': 'application/json', 'x-request-id': 'req-ears' })
    .end(JSON.stringify(body));
const refuse = (response: ServerResponse, status: number, message: string): void =>
  json(response, status, {
    error: { message, type: 'fake', param: null, code: status === 401 ? 'invalid_api_key' : `status_${status}` },
  });

type Request = { arg: string; count: number; words: string; form: FormData; response: ServerResponse };
const textOf = (form: FormData, key: string): string => {
  const value = form.get(key);
  return typeof value === 'string' ? value : '';
};

function answer({ words, form, response }: Request, logprob = -0.2): void {
  const isVerbose = textOf(form, 'response_format') === 'verbose_json';
  const segments = [{ id: 0, start: 0, end: 2, text: words, avg_logprob: logprob, no_speech_prob: 0.01 }];
  json(
    response,
    200,
    isVerbose ? { task: 'transcribe', language: 'english', duration: 2, text: words, segments } : { text: words },
  );
}

/** Only the first `arg` requests fail; without a number all do. */
const failing =
  (status: number, message: string) =>
  (request: Request): void =>
    request.arg !== '' && request.count > Number(request.arg)
      ? answer(request)
      : refuse(request.response, status, message);

/** How the fake behaves, by the name of the model up to its first colon. */
const behaviours: Readonly<Record<string, (request: Request) => Promise<void> | void>> = {
  ok: (request) => answer(request),
  'whisper-1': (request) => answer(request),
  'whisper-unsure': (request) => answer(request, -2),
  401: failing(401, 'Incorrect API key provided'),
  402: failing(402, 'Insufficient Balance'),
  400: failing(400, 'Invalid file format'),
  429: failing(429, 'Rate limit reached'),
  503: failing(503, 'Service overloaded'),
  empty: ({ response }) => json(response, 200, { text: '' }),
  noise: ({ response }) => json(response, 200, { text: ' … ' }),
  silent: () => undefined,
  /** Answers after so many milliseconds. */
  wait: async (request) => {
    await pause(Number(request.arg));
    answer(request);
  },
  reset: ({ response }) => void response.destroy(),
  html: ({ response }) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>gateway</html>'),
  'bad-json': ({ response }) =>
    void response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"text": "A la'),
  huge: ({ response }) => json(response, 200, { text: 'word '.repeat(100_000) }),
};

/** What is wrong with a form, as a status and a message; null when nothing is. */
function faultOf(
  request: IncomingMessage,
  form: FormData | null,
  bytes: Buffer,
  name: string,
): [number, string] | null {
  if (request.method !== 'POST' || request.url !== '/v1/audio/transcriptions') return [404, 'no such path'];
  if (request.headers.authorization !== `Bearer ${earsKey}`) return [401, 'Incorrect API key provided'];
  if (!form) return [400, 'no form'];
  const unknown = [...form.keys()].find((key) => !allowedKeys.has(key));
  if (unknown !== undefined) return [400, `Unrecognized request argument supplied: ${unknown}`];
  const format = textOf(form, 'response_format');
  const model = textOf(form, 'model');
  if (model === '' || bytes.length === 0) return [400, 'model and file are required'];
  if (!endings.test(name)) return [400, 'Invalid file format'];
  if (kindOf(bytes) !== endings.exec(name)?.[1]) return [400, 'The file is not what its name says'];
  if (!['json', 'verbose_json', ''].includes(format)) return [400, 'no such format'];
  if (format === 'verbose_json' && !model.startsWith('whisper'))
    return [400, 'response_format is not compatible with this model'];
  if (!/^[a-z]{2}$/.test(textOf(form, 'language'))) return [400, 'Invalid language'];
  return null;
}

/** A transcription service with the usual interface, which refuses what vendors refuse, reads words out of the file, and misbehaves by the name of the model. */
export async function startEars(): Promise<Ears> {
  const seen: HeardFile[] = [];
  const counts = new Map<string, number>();
  let usual = 'A latte, please.';
  let gate: { pass: Promise<void>; onArrival: () => void } | null = null;
  const server = createServer((request, response) => {
    void (async () => {
      const raw = await readBody(request);
      const form = await new Response(new Uint8Array(raw), {
        headers: { 'content-type': String(request.headers['content-type']) },
      })
        .formData()
        .catch(() => null);
      const file = form?.get('file');
      const isFile = file instanceof File;
      const bytes = isFile ? Buffer.from(await file.arrayBuffer()) : Buffer.alloc(0);
      const name = isFile ? file.name : '';
      const fault = faultOf(request, form, bytes, name);
      if (fault || !form || !isFile) return refuse(response, ...(fault ?? [400, 'no file']));
      const model = textOf(form, 'model');
      seen.push({
        model,
        name,
        type: file.type,
        size: bytes.length,
        language: textOf(form, 'language'),
        format: textOf(form, 'response_format'),
      });
      const count = (counts.get(model) ?? 0) + 1;
      counts.set(model, count);
      gate?.onArrival();
      await gate?.pass;
      const [behaviour = '', ...rest] = model.split(':');
      const behave = behaviours[behaviour];
      if (!behave) return refuse(response, 404, `no model ${behaviour}`);
      return behave({ arg: rest.join(':'), count, words: wordsIn(bytes) ?? usual, form, response });
    })().catch((error: unknown) => void response.writeHead(500).end(String(error)));
  });
  const { base, close } = await openServer(server);
  return {
    base: `${base}/v1`,
    seen,
    set: (words) => {
      usual = words;
    },
    hold() {
      let [release, onArrival] = [(): void => undefined, (): void => undefined];
      const arrived = new Promise<void>((resolve) => {
        onArrival = resolve;
      });
      const pass = new Promise<void>((resolve) => {
        release = () => {
          gate = null;
          resolve();
        };
      });
      gate = { pass, onArrival };
      return { arrived, release };
    },
    close,
  };
}
