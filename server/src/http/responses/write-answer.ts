import { Stream } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { JsonSchema } from '@kaike/shared/kit/schema';

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
export function writeAnswer(reply: FastifyReply, schema: JsonSchema, body: unknown): unknown {
  const isData =
    typeof body === 'object' && body !== null && body !== reply && !(body instanceof Stream) && !Buffer.isBuffer(body);
  if (!isData || reply.statusCode >= 300) return body;
  if (!reply.hasHeader('content-type')) void reply.type('application/json; charset=utf-8');
  return writerOf(reply, schema)(body);
}
