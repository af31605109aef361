import type { Readable } from 'node:stream';

/** A cookie of a response; a null value deletes it. Path, SameSite and Secure are the same for all and added on sending. */
export type Cookie = { name: string; value: string | null; max_age?: number; http_only?: boolean };

/** A body that its contract has serialised before, as the bytes to send. */
export class Serialised {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

type Extras = {
  /** Instead of the status of the route. */
  status?: number;
  type?: string;
  headers?: Readonly<Record<string, string | number>>;
  cookies?: readonly Cookie[];
  /** Called when the connection is done with the response: whether all of it was sent. */
  onEnd?: (isComplete: boolean) => void;
  /** Takes the serialised body for later requests; its result is sent in its place. */
  keep?: (json: string) => HttpReply<Serialised>;
};

/** What a handler returns when its response is more than data. */
export class HttpReply<T = unknown> {
  readonly body: T;
  readonly extras: Extras;

  constructor(body: T, extras: Extras) {
    this.body = body;
    this.extras = extras;
  }

  /** The same with another body. */
  with<U>(body: U): HttpReply<U> {
    return new HttpReply(body, this.extras);
  }
}

/** Data with a status, headers or cookies of its own. */
export const respond = <T>(body: T, extras: Extras): HttpReply<T> => new HttpReply(body, extras);

type FileExtras = Extras & { type: string; /** The header Content-Disposition. */ disposition?: string };

/** A file: bytes, text or a stream. When a stream fails, the connection is closed, as the status line has been sent. */
export function sendFile(
  content: Buffer | string | Readable,
  { disposition, headers, ...extras }: FileExtras,
): HttpReply<Buffer | string | Readable> {
  return new HttpReply(content, {
    ...extras,
    headers: { ...(disposition === undefined ? {} : { 'Content-Disposition': disposition }), ...headers },
  });
}

const asciiName = (name: string): string => name.replaceAll(/[^\w.() -]/g, '_');
const encodedName = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The Content-Disposition of a file with any name: in ASCII for old programs, and as it is for the others. */
export const dispositionOf = (name: string, shown: 'attachment' | 'inline' = 'attachment'): string =>
  `${shown}; filename="${asciiName(name)}"; filename*=UTF-8''${encodedName(name)}`;

/** A redirect without a body. */
export const redirect = (url: string): HttpReply<undefined> =>
  new HttpReply(undefined, { status: 302, headers: { Location: url } });
