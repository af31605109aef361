import type { ClientConfig } from 'pg';
import { isJsonObject, type JsonValue } from '../manifest/json.ts';

/** How the process of a plugin reaches its own tables. */
export type PluginDatabase = {
  readonly host?: string;
  readonly port?: number;
  readonly database?: string;
  readonly user: string;
  readonly password: string;
  readonly ssl?: ClientConfig['ssl'];
  readonly application_name: string;
};

export type CallKind = 'route' | 'hook' | 'job' | 'adapter' | 'migrate';

/** What the server sends to the process of a plugin. */
export type ToPlugin =
  | {
      type: 'begin';
      folder: string;
      server: string | null;
      database: PluginDatabase | null;
      may_connect: boolean;
      /** The account of the system that it changes to before it loads the plugin; null where it stays the server's. */
      account: number | null;
    }
  | { type: 'call'; id: number; kind: CallKind; name: string; input: unknown }
  | { type: 'answer'; id: number; value: unknown; error: string | null }
  /** Comes with a connection to its database, unless that failed. */
  | { type: 'socket'; id: number; error: string | null };

/** What comes back; its author may be anybody, so every part is checked. */
export type FromPlugin =
  | { type: 'ready'; handlers: string[] }
  | { type: 'broken'; message: string }
  | { type: 'done'; id: number; value: JsonValue }
  | {
      type: 'failed';
      id: number;
      message: string;
      refusal: Record<string, string> | null;
      code: string | null;
      is_full: boolean;
    }
  | { type: 'connect'; id: number }
  | { type: 'ask'; id: number; method: string; input: JsonValue };

const isText = (value: unknown): value is string => typeof value === 'string';

function readRefusal(value: JsonValue | undefined): Record<string, string> | null {
  if (!isJsonObject(value)) return null;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, text]) => (isText(text) ? [[key, text.slice(0, 500)]] : [])),
  );
}

/** One message of a plugin; null for what is none. */
export function parseMessage(raw: unknown): FromPlugin | null {
  if (!isJsonObject(raw)) return null;
  const { type, id, value = null, message, handlers, refusal, code, method, input = null, is_full } = raw;
  if (type === 'ready' && Array.isArray(handlers)) return { type, handlers: handlers.filter(isText) };
  if (type === 'broken' && isText(message)) return { type, message };
  if (typeof id !== 'number') return null;
  if (type === 'done') return { type, id, value };
  if (type === 'connect') return { type, id };
  if (type === 'failed' && isText(message))
    return {
      type,
      id,
      message,
      refusal: readRefusal(refusal),
      code: isText(code) ? code : null,
      is_full: is_full === true,
    };
  return type === 'ask' && isText(method) ? { type, id, method, input } : null;
}
