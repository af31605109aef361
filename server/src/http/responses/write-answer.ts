import { finished, Stream } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { JsonSchema } from '@kaike/shared/kit/schema';
import { HttpReply, Serialised } from '../../core/respond.ts';
import { writeCookies } from '../cookies.ts';

type Write = (body: object) => string;

const writers = new WeakMap<JsonSchema, Write>();

function writerOf(reply: FastifyReply, schema: JsonSchema): Write {
  const cached = writers.get(schema);
  if (cached) return cached;
  const writer = reply.compileSerializationSchema(schema) as Write;
  writers.set(schema, writer);
  return writer;
}

/**
 * Serialises a successful answer by its contract's schema, so that an undeclared field cannot leave. A schema is compiled on
 * first use: hundreds of them are megabytes, and no worker serves every route.
 */
function writeBody(reply: FastifyReply, schema: JsonSchema, body: unknown): unknown {
  if (body === undefined) return reply.send();
  if (body instanceof Serialised) return body.bytes;
  const isData = typeof body === 'object' && body !== null && !(body instanceof Stream) && !Buffer.isBuffer(body);
  if (!isData || reply.statusCode >= 300) return body;
  if (!reply.hasHeader('content-type')) void reply.type('application/json; charset=utf-8');
  return writerOf(reply, schema)(body);
}

/** Turns what a handler returned into the framework's reply. */
export function writeAnswer(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { schema, status }: { schema: JsonSchema; status: number },
  result: unknown,
): unknown {
  if (!(result instanceof HttpReply)) return writeBody(reply.code(status), schema, result);
  const { type, headers, cookies, onEnd, keep, ...extras } = result.extras;
  void reply.code(extras.status ?? status);
  if (type !== undefined) void reply.type(type);
  if (headers) void reply.headers(headers);
  if (cookies) writeCookies(request, reply, cookies);
  if (onEnd) finished(reply.raw, (error) => onEnd(!error));
  const body = writeBody(reply, schema, result.body);
  return keep && typeof body === 'string' ? writeAnswer({ request, reply }, { schema, status }, keep(body)) : body;
}
