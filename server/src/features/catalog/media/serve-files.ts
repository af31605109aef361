import { dispositionOf } from '../../../core/respond.ts';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSoundFile } from '@kaike/shared/domain/catalog/media/file-types';
import { AdapterError } from '../../../core/adapter-error.ts';
import type { OpenedFile, OpenRequest, Storage } from '../../../adapters/storage/port.ts';
import { cutPlaylist, rewritePlaylist } from '../../../adapters/video/playlist.ts';
import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/app-error.ts';
import { beginningOf } from './beginning-of.ts';
import { sendHosted } from './hosted/send-hosted.ts';
import { siblingOf } from './renditions.ts';

const publicPath = '/uploads/public';
const mediaPath = '/uploads/media';
/** Names of files from our own encoder; nothing else in the storage is served without a signature. */
const publicKey = /^\d{4}\/\d{2}\/[0-9a-f]{30}\.webp$/;

/** The address of a public picture. */
export const publicUrl = (key: string): string => `${publicPath}/${key}`;

const header = (request: FastifyRequest, name: string): string | undefined => [request.headers[name]].flat()[0];

const openRequestOf = (request: FastifyRequest): OpenRequest => ({
  method: request.method === 'HEAD' ? 'HEAD' : 'GET',
  range: header(request, 'range'),
  if_range: header(request, 'if-range'),
  if_none_match: header(request, 'if-none-match'),
  if_modified_since: header(request, 'if-modified-since'),
});

async function open(storage: Storage, key: string, request: OpenRequest): Promise<OpenedFile> {
  return storage.open(key, request).catch((error: unknown) => {
    throw error instanceof AdapterError && error.status === 404
      ? new AppError('request.not_found', { cause: error })
      : error;
  });
}

function send(reply: FastifyReply, { status, headers, stream }: OpenedFile): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .send(stream ?? undefined);
}

/** Sends a playlist in which every segment address is signed with the playlist's expiry and parameters; `p` ends a preview. */
async function sendPlaylist(
  reply: FastifyReply,
  storage: Storage,
  playlist: { key: string; expires_at: Date; params: Record<string, string> },
): Promise<FastifyReply> {
  const { key, ...options } = playlist;
  const { p: seconds } = playlist.params;
  const { headers, stream } = await open(storage, key, { method: 'GET' });
  const whole = stream ? (await buffer(stream)).toString() : '';
  const text = seconds === undefined ? whole : cutPlaylist(whole, Number(seconds));
  const direct = await storage.directUrls(key, options.expires_at);
  const signed = rewritePlaylist(text, (name) =>
    // A playlist in a playlist is signed for its reader, too, so it comes from here.
    direct && !name.endsWith('.m3u8') ? direct(siblingOf(key, name)) : storage.signedUrl(siblingOf(key, name), options),
  );
  return reply
    .headers({
      'content-type': headers['content-type'] ?? '',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    .send(signed);
}

/** Documents that browsers show without running any of their content: in a viewer, or as a picture or a sound. */
const inlineTypes = /\.(?:pdf|jpe?g|png|gif|webp|mp3|m4a|wav)$/;

/**
 * A document is sent under its original name. It is shown inline only if the address says so and its type is harmless,
 * and then only in a frame of our own pages.
 */
function namingHeaders(key: string, { name, inline }: Record<string, string>): Record<string, string> {
  if (name === undefined) return {};
  const isInline = inline === '1' && inlineTypes.test(key);
  // No scripts, no requests, no forms. Browsers show no PDF under `sandbox`; their viewer is one.
  const framed =
    "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'";
  return {
    'content-disposition': dispositionOf(name, isInline ? 'inline' : 'attachment'),
    ...(isInline ? { 'content-security-policy': framed, 'x-frame-options': 'SAMEORIGIN' } : {}),
  };
}

/** `e`: until when the address works, in seconds. */
type SignedRequest = FastifyRequest<{ Querystring: { e?: string } }>;

async function serveSigned(request: SignedRequest, reply: FastifyReply, ctx: Context): Promise<FastifyReply> {
  const { storage, video } = ctx.adapters;
  const check = storage.verifySignedUrl(request.url);
  if (!check.ok) throw new AppError('access.denied');
  const { key, params } = check;
  const { p: seconds } = params;
  const deadline = new Date(Number(request.query.e) * 1000);
  if (params['h'] !== undefined) return sendHosted(reply, ctx, { key, params, expires_at: deadline });
  if (!key.endsWith('.m3u8')) {
    const servedKey =
      seconds !== undefined && isSoundFile(key) ? await beginningOf({ storage, video }, key, Number(seconds)) : key;
    // Documents keep our headers, under which browsers run nothing of them; videos and sounds come from their provider.
    const direct = params['name'] === undefined ? await storage.directUrls(servedKey, deadline) : null;
    if (direct) return reply.header('cache-control', 'private, no-store').redirect(direct(servedKey), 302);
    const opened = await open(storage, servedKey, openRequestOf(request));
    return send(reply, { ...opened, headers: { ...opened.headers, ...namingHeaders(key, params) } });
  }
  return sendPlaylist(reply, storage, { key, params, expires_at: deadline });
}

/** Serves pictures to everyone, and videos and sounds by signed address, with range requests. */
export function serveFiles(app: FastifyInstance, ctx: Context): void {
  const { storage } = ctx.adapters;
  app.get<{ Params: { '*': string } }>(`${publicPath}/*`, async (request, reply) => {
    const key = request.params['*'];
    if (!publicKey.test(key)) throw new AppError('request.not_found');
    return send(reply, await open(storage, key, { ...openRequestOf(request), cache: 'public' }));
  });
  app.get<{ Querystring: { e?: string } }>(`${mediaPath}/*`, async (request, reply) =>
    serveSigned(request, reply, ctx),
  );
}
