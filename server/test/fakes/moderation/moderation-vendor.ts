import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { openServer } from '../open-server.ts';
import { riskIn } from './verdicts.ts';

export const moderationKey = 'sk-moderation';

/** The settings of an account at this fake; its base is its address with `/v1`. */
export const moderationSettings = {
  moderation_driver: 'compatible',
  moderation_own_key: moderationKey,
  moderation_own_model: 'ok',
} as const;

type SeenText = { model: string; input: string };

export type ModerationFake = {
  /** The base URL of the interface. */
  base: string;
  /** What was accepted. */
  seen: SeenText[];
  /** Answers to texts with this word wait until they are released. */
  hold: (word: string) => void;
  release: () => void;
  close: () => Promise<void>;
};

const longest = 2000;
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

/** What is wrong with a request, as a status and a code; null when nothing is. */
function faultOf({ headers, method, url }: IncomingMessage, body: unknown): [number, string] | null {
  if (method !== 'POST' || url !== '/v1/moderations') return [404, 'unknown_url'];
  if (headers.authorization !== `Bearer ${moderationKey}`) return [401, 'invalid_api_key'];
  if (headers['content-type'] !== 'application/json' || !isObject(body)) return [400, 'bad_request'];
  if (Object.keys(body).some((key) => key !== 'model' && key !== 'input')) return [400, 'unknown_parameter'];
  const { model, input } = body;
  const isText = typeof input === 'string' && input !== '' && input.length <= longest;
  return typeof model === 'string' && isText ? null : [400, 'invalid_value'];
}

const send = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
const refuse = (response: ServerResponse, [status, code]: [number, string]): void =>
  send(response, status, { error: { message: code, type: 'fake', param: null, code } });

/** As OpenAI answers: a flag, and which categories are on. */
function openai({ model, input }: SeenText): object {
  const risk = riskIn(input);
  const categories = {
    harassment: false,
    illicit: risk === 'secret',
    'self-harm': risk === 'despair',
    'self-harm/intent': risk === 'despair',
    sexual: risk === 'sexual',
    violence: false,
  };
  const flagged = Object.values(categories).includes(true);
  return { id: 'modr-fake', model, results: [{ flagged, categories, category_scores: {} }] };
}

/** As Zhipu answers at the same address. */
function zhipu({ input }: SeenText): object {
  const risk = riskIn(input);
  const level = risk === 'none' ? 'PASS' : risk === 'doubt' ? 'REVIEW' : 'REJECT';
  const result = { content_type: 'text', risk_level: level, risk_type: risk === 'none' ? [] : [risk] };
  return { id: 'zhipu-fake', created: 1_768_464_000, request_id: 'zhipu-fake', result_list: [result] };
}

type Behaviour = (one: SeenText, response: ServerResponse) => void;

/** How the fake behaves, by the name of the model. */
const behaviours: Readonly<Record<string, Behaviour>> = {
  ok: (one, response) => send(response, 200, openai(one)),
  moderation: (one, response) => send(response, 200, zhipu(one)),
  402: (_, response) => refuse(response, [402, 'insufficient_quota']),
  429: (_, response) => refuse(response, [429, 'rate_limit_exceeded']),
  503: (_, response) => refuse(response, [503, 'overloaded']),
  /** Says nothing, for ever. */
  stall: () => undefined,
  /** Half an answer. */
  cut(one, response) {
    const whole = JSON.stringify(openai(one));
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': whole.length });
    response.write(whole.slice(0, whole.length / 2), () => response.destroy());
  },
  html: (_, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>gateway</html>'),
  unclear: (_, response) => send(response, 200, { id: 'modr-fake', results: [] }),
};

/** A moderation service with the usual interface, which refuses what vendors refuse and misbehaves by the name of the model. */
export async function startModerationVendor(): Promise<ModerationFake> {
  const seen: SeenText[] = [];
  const waiting: { word: string; until: Promise<void>; release: () => void }[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readBody(request);
      const fault = faultOf(request, body);
      if (fault) return refuse(response, fault);
      const one = body as SeenText;
      seen.push(one);
      await waiting.find(({ word }) => one.input.includes(word))?.until;
      const behave = behaviours[one.model];
      return behave ? behave(one, response) : refuse(response, [404, 'model_not_found']);
    })().catch((error: unknown) => void response.writeHead(500).end(String(error)));
  });
  const { base, close } = await openServer(server);
  return {
    base: `${base}/v1`,
    seen,
    hold(word) {
      let release = (): void => undefined;
      const until = new Promise<void>((resolve) => {
        release = resolve;
      });
      waiting.push({ word, until, release });
    },
    release() {
      for (const { release } of waiting.splice(0)) release();
    },
    close,
  };
}
