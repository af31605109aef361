import type { Method } from '@kaike/shared/kit/contract';

/** What the frame of a plugin's page says; its author may be anybody. */
export type FrameMessage =
  | { type: 'ready' | 'shown' }
  | { type: 'height'; value: number }
  | { type: 'broken'; message: string }
  | { type: 'go'; path: string }
  | { type: 'toast'; text: string }
  | {
      type: 'call';
      id: number;
      method: Method;
      path: string;
      body: object | null;
      query: Record<string, unknown> | null;
    };

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];
/** Below the plugin's own address, and nowhere else. */
const ownPath = /^(?:\/[a-z0-9][a-z0-9-]{0,60})+$/;
/** A page of this site. */
const pagePath = /^\/(?:open|home|admin)(?:\/[\w-]+)*(?:\?[\w=&%-]*)?$/;
const highest = 20_000;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';

function readCall({ id, method, path, body, query }: Record<string, unknown>): FrameMessage | null {
  const known = methods.find((one) => one === method);
  if (!known || typeof id !== 'number' || !isText(path) || !ownPath.test(path)) return null;
  return {
    type: 'call',
    id,
    method: known,
    path,
    body: isObject(body) ? body : null,
    query: isObject(query) ? query : null,
  };
}

/** One message of a frame; null for what is none. */
export function parseFrameMessage(raw: unknown): FrameMessage | null {
  if (!isObject(raw) || raw['kaike'] !== 1) return null;
  const { type, value, message, path, text } = raw;
  if (type === 'ready' || type === 'shown') return { type };
  if (type === 'height' && typeof value === 'number' && value >= 0) return { type, value: Math.min(value, highest) };
  if (type === 'broken' && isText(message)) return { type, message };
  if (type === 'go' && isText(path) && pagePath.test(path)) return { type, path };
  if (type === 'toast' && isText(text)) return { type, text: text.slice(0, 200) };
  return type === 'call' ? readCall(raw) : null;
}
