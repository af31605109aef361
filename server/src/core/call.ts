import type { IncomingHttpHeaders } from 'node:http';
import type { BodyOf, ParamsOf, QueryOf } from '@kaike/shared/kit/contract';
import type { Translate } from '@kaike/shared/kit/wording';
import type { Locale } from '@kaike/shared/locales/languages';
import type { Actor, AdminActor, MemberActor } from './actor.ts';
import type { Context } from './context.ts';
import type { Sessions } from './sessions/sessions.ts';

/** One request as a handler sees it: parsed, validated, with its person. */
export type Call<A extends Actor | null = Actor | null, B = unknown, Q = unknown, P extends object = object> = {
  ctx: Context;
  sessions: Sessions;
  actor: A;
  body: B;
  query: Q;
  /** Parameters of the contract's path. */
  params: P;
  locale: Locale;
  t: Translate;
  /** IANA zone of the reader. */
  time_zone: string;
  ip: string;
  /** The id of the HTTP request, for logs. */
  request_id: string;
  /** Names this write of the caller: a retry with the same key changes nothing. */
  idempotency_key: string | null;
  /** Whether the caller is a browser under /web-api. */
  is_browser: boolean;
  /** Null for background work, like the two paths. */
  method: string | null;
  /** The path of the request, without its query. */
  path: string | null;
  /** The same below the base, with parameters by name: `/admin/courses/:id`. */
  route: string | null;
  /** The origin for links to this school. */
  origin: string;
  hostname: string;
  user_agent: string;
  headers: Readonly<IncomingHttpHeaders>;
  cookies: Readonly<Record<string, string | undefined>>;
  /** Body and query before they are read by the contract's fields; for resources, whose fields are in their definition. */
  raw_body: Readonly<Record<string, unknown>>;
  raw_query: Readonly<Record<string, unknown>>;
  /** Whether the caller may see what is meant for developers. */
  may_use_stand_ins: boolean;
  /** Whether this browser has opened the link that the console shows: who holds it may read codes. */
  is_opened_from_console: boolean;
  /** The status of a success. */
  status: number;
  /** When the request arrived, in the milliseconds of `performance.now()`. */
  started_ms: number;
  /** The single file of the form in the body; the rest of a file longer than `bytes` is left out. */
  upload: (bytes: number) => Promise<IncomingFile>;
};

/** A file while it arrives. */
export type IncomingFile = {
  chunks: AsyncIterable<Buffer>;
  /** Once all chunks are read. */ isTruncated: () => boolean;
};

export type AdminCall<B = unknown, Q = unknown> = Call<AdminActor, B, Q>;
export type MemberCall<B = unknown, Q = unknown> = Call<MemberActor, B, Q>;

/** The call of a contract's handler, such as `AdminCallOf<typeof courses.updateSubtitles>`. */
export type CallOf<C, A extends Actor | null = Actor | null> = Call<A, BodyOf<C>, QueryOf<C>, ParamsOf<C>>;
export type AdminCallOf<C> = CallOf<C, AdminActor>;
export type MemberCallOf<C> = CallOf<C, MemberActor>;

/** A call whose path has `:id`: `AdminCall & ById`. */
export type ById = { params: { id: number } };
