import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AdapterError } from '../../../core/adapter-error.ts';
import type { SignedUploads } from '../uploads/signed-uploads.ts';
import type { CompleteRequest, LocalStorage, PartTarget } from './local-port.ts';
import { kodoPath } from './local.ts';

type Params = { bucket: string; key: string; upload_id: string; part_number: string };
type KodoRequest = FastifyRequest<{ Params: Params; Querystring: Record<string, string | undefined> }>;

/** Enough for a list of ten thousand parts. */
const maximumListBytes = 2 * 1024 * 1024;

const targetOf = ({ headers, params }: KodoRequest): PartTarget => ({
  auth: headers.authorization,
  bucket: params.bucket,
  encoded_key: params.key,
  upload_id: params.upload_id,
});

const malformed = (cause?: unknown): AdapterError =>
  new AdapterError('rejected', { reason: 'bad_request', status: 400, cause });

async function readJson(body: Readable): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maximumListBytes) throw malformed();
    chunks.push(chunk);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString());
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch (cause) {
    throw malformed(cause);
  }
  throw malformed();
}

const isPart = (value: unknown): value is { partNumber: number; etag: string } =>
  typeof value === 'object' &&
  value !== null &&
  'partNumber' in value &&
  typeof value.partNumber === 'number' &&
  'etag' in value &&
  typeof value.etag === 'string';

async function readCompletion(request: KodoRequest): Promise<CompleteRequest> {
  const { parts, fname } = await readJson(request.body as Readable);
  if (!Array.isArray(parts) || !parts.every(isPart)) throw malformed();
  return { ...targetOf(request), parts, ...(typeof fname === 'string' ? { fname } : {}) };
}

function putPart(storage: LocalStorage, request: KodoRequest): Promise<unknown> {
  const length = request.headers['content-length'];
  return storage.putPart({
    ...targetOf(request),
    part_number: Number(request.params.part_number),
    body: request.body as Readable,
    content_md5: [request.headers['content-md5']].flat()[0],
    content_length: length === undefined ? undefined : Number(length),
  });
}

function listParts(storage: Pick<LocalStorage, 'listParts'> | SignedUploads, request: KodoRequest): Promise<unknown> {
  const { 'max-parts': max, 'part-number-marker': marker } = request.query;
  return storage.listParts({
    ...targetOf(request),
    ...(max ? { max_parts: Number(max) } : {}),
    ...(marker ? { part_number_marker: Number(marker) } : {}),
  });
}

/** Refusals of the vendor's that concern its account, not the browser's token, must not read as an expired token. */
function protocolError(error: unknown): AdapterError {
  const isOurs = error instanceof AdapterError && (error.code !== 'unauthorized' || error.status !== undefined);
  return isOurs ? error : new AdapterError('unavailable', { reason: 'server_error', status: 599, cause: error });
}

/** Errors are sent in the format of the protocol, so that the vendor's own uploader understands them. */
function answerError(
  storage: LocalStorage,
  error: unknown,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): void {
  const mapped = protocolError(error);
  if (mapped !== error) request.log.error({ err: error }, 'upload request failed');
  const { status, body } = storage.errorReply(mapped);
  // The protocol has codes above 599 (612 no such upload, 614 exists), which the framework would refuse.
  reply.raw.statusCode = status;
  void reply.send(body);
}

/**
 * The server side of the Kodo multipart upload protocol, for the own disk and for vendors whose parts are signed here.
 * Bodies stay streams, and only the upload token in `Authorization` counts: no session, no cookie, hence no CSRF.
 */
export function mountUploads(
  app: FastifyInstance,
  { local, signed }: { local: LocalStorage; signed: SignedUploads },
): void {
  const own = local.uploads.method === 'kodo-parts' ? local.uploads.bucket : '';
  const serverOf = ({ params }: KodoRequest) => (params.bucket === own ? local : signed);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.setErrorHandler((error, request, reply) => answerError(local, error, { request, reply }));
    const uploads = `${kodoPath}/buckets/:bucket/objects/:key/uploads`;
    const upload = `${uploads}/:upload_id`;
    scope.post(uploads, (request: KodoRequest) => serverOf(request).initiate(targetOf(request)));
    scope.put(`${upload}/:part_number`, (request: KodoRequest) => putPart(local, request));
    scope.get(`${upload}/:part_number`, (request: KodoRequest) =>
      signed.signPart({
        ...targetOf(request),
        part_number: Number(request.params.part_number),
        size: Number(request.query['size']),
      }),
    );
    scope.get(upload, (request: KodoRequest) => listParts(serverOf(request), request));
    scope.post(upload, async (request: KodoRequest) => {
      const completion = await readCompletion(request);
      return request.params.bucket === own ? (await local.complete(completion)).reply : signed.complete(completion);
    });
    scope.delete(upload, async (request: KodoRequest) => {
      await serverOf(request).abort(targetOf(request));
      return {};
    });
  });
}
