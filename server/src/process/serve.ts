import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import type { Context } from '../core/context.ts';
import { OperatorError } from '../db/operator-error.ts';

export type Serving = { port: number; close(): Promise<void> };

const DRAIN_MS = 5000;

type Address = { host: string; port: number; /** The setting that chose the port. */ setting?: string };

function describeListenFailure(cause: unknown, { host, port, setting = 'PORT' }: Address): OperatorError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is already in use; stop the other program or set ${setting} to another number.`,
    EACCES: `Port ${port} may only be opened by root; set ${setting} to 1024 or higher, or put a proxy in front.`,
    EADDRNOTAVAIL: `HOST is ${host}, which is no address of this machine; use 127.0.0.1, or 0.0.0.0 for all addresses.`,
    ENOTFOUND: `HOST is ${host}, which cannot be resolved; use an address of this machine.`,
  };
  return new OperatorError(sentences[code] ?? `The server cannot listen on ${host}:${port} (${code}).`, { cause });
}

/** Fails early when the address cannot be listened on, before anything slow is started. */
export async function assertPortIsFree(address: Address): Promise<void> {
  const probe = createServer();
  try {
    probe.listen({ host: address.host, port: address.port, exclusive: true });
    await once(probe, 'listening');
  } catch (cause) {
    throw describeListenFailure(cause, address);
  } finally {
    probe.close();
  }
}

/** Stops accepting, lets running requests finish for five seconds, then closes the rest. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const forceCloseTimer = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(forceCloseTimer);
  }
}

/** Builds the HTTP application and listens where the configuration says. */
export async function serve(ctx: Context): Promise<Serving> {
  const app = await buildApp(ctx);
  const { host, port } = ctx.config;
  try {
    await app.listen({ host, port });
  } catch (cause) {
    await app.close();
    throw describeListenFailure(cause, { host, port });
  }
  const address = app.server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : port, close: () => closeApp(app) };
}
