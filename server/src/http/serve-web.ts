import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { hash } from 'node:crypto';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.json': 'application/json',
  '.svg': 'image/svg+xml', '.png': 'image/png', '.ico': 'image/x-icon', '.webp': 'image/webp', '.woff2': 'font/woff2', '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json', '.wasm': 'application/wasm',
};

type Asset = { body: Buffer; brotli: Buffer | null; gzip: Buffer | null; type: string; etag: string; is_hashed: boolean };
type Read = () => Asset;

const readIfThere = (path: string): Buffer | null => (existsSync(path) ? readFileSync(path) : null);

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

function readAsset(path: string, url: string, type: string): Asset {
  const body = readFileSync(path);
  return {
    body, brotli: readIfThere(`${path}.br`), gzip: readIfThere(`${path}.gz`), type,
    etag: `"${hash('sha1', body, 'base64url')}"`, is_hashed: url.startsWith('/assets/'),
  };
}

/** Reads at once what a later build replaces; hashed files keep their contents and most are never asked for, so each waits for its first reader. */
function readerOf(path: string, url: string, type: string): Read {
  let known = url.startsWith('/assets/') ? null : readAsset(path, url, type);
  return () => (known ??= readAsset(path, url, type));
}

function findAssets(root: string): Map<string, Read> {
  const assets = new Map<string, Read>();
  if (!existsSync(root)) return assets;
  for (const path of filesBelow(root)) {
    const type = types[extname(path)];
    if (!type || path.includes(`${sep}.vite${sep}`) || !statSync(path).isFile()) continue;
    const url = `/${relative(root, path).split(sep).join('/')}`;
    assets.set(url, readerOf(path, url, type));
  }
  return assets;
}

function encodingFor(asset: Asset, accepted: string): { body: Buffer; encoding: string | null } {
  if (asset.brotli && accepted.includes('br')) return { body: asset.brotli, encoding: 'br' };
  if (asset.gzip && accepted.includes('gzip')) return { body: asset.gzip, encoding: 'gzip' };
  return { body: asset.body, encoding: null };
}

function send(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  void reply.header('Cache-Control', asset.is_hashed ? 'public, max-age=31536000, immutable' : 'no-cache').header('ETag', asset.etag)
    .header('Vary', 'Accept-Encoding');
  if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send();
  const { body, encoding } = encodingFor(asset, request.headers['accept-encoding'] ?? '');
  if (encoding) void reply.header('Content-Encoding', encoding);
  return reply.type(asset.type).send(body);
}

/** Serves the built app from memory. Any page path answers the app (history mode); a missing asset answers 404. */
export function serveWeb(app: FastifyInstance, root: string): void {
  const assets = findAssets(root);
  app.get('/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const asset = assets.get(path)?.();
    if (asset) return send(request, reply, asset);
    const isPage = !/^\/(api|web-api|assets|uploads|local)\//.test(path) && extname(path) === '';
    const index = assets.get('/index.html')?.();
    return isPage && index ? send(request, reply, index) : reply.callNotFound();
  });
}
