import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { isLoopback } from '../process/loopback.ts';

const passedOn = /^(?:x-forwarded-.+|forwarded|x-real-ip|via)$/;

/**
 * Whether a request was made on this machine without a proxy. A proxy is recognised by a header, by the host name of
 * the request, or by HTTP 1.0, which no browser uses.
 */
function isFromThisMachine({ raw, hostname, headers }: FastifyRequest): boolean {
  if (!isLoopback(raw.socket.remoteAddress ?? '') || raw.httpVersion === '1.0' || !isLoopback(hostname)) return false;
  return !Object.keys(headers).some((name) => passedOn.test(name));
}

/** Whether the sender of the request may see what is meant for developers. */
export function isShownTo(request: FastifyRequest, { expose_local_codes: isForAll }: Config): boolean {
  return isForAll || isFromThisMachine(request);
}
