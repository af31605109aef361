import { rm } from 'node:fs/promises';
import { acceptFile, assertAbsent, sizeLimit } from '../accept-file.ts';
import { makeReply } from './kodo-reply.ts';
import { assertRoom, nowSec, pathOf, temporaryPath, type LocalContext } from '../local-context.ts';
import type { PutFormRequest, UploadResult } from '../port.ts';
import { publishFile } from '../publish-file.ts';
import { assertBucket, isInsertOnly, resolveKey } from './put-policy.ts';
import { receiveFile } from '../receive-file.ts';
import { verifyUploadToken } from './upload-token.ts';

/** Receives a complete file in one request. */
export async function putForm(context: LocalContext, request: PutFormRequest): Promise<UploadResult> {
  const policy = verifyUploadToken(request.token, context.keys, nowSec(context));
  assertBucket(policy, context.config.bucket);
  const key = resolveKey(policy, request.key);
  const isInsert = isInsertOnly(policy);
  if (isInsert) await assertAbsent(context, key);
  await assertRoom(context, request.content_length ?? 0);
  const path = temporaryPath(context);
  try {
    const received = await receiveFile(request.body, path, {
      max_bytes: sizeLimit(context, policy),
      crc32: request.crc32,
    });
    const file = await acceptFile(context, policy, { path, ...received, key, fname: request.fname });
    await publishFile(path, pathOf(context, file.key), isInsert ? 'insert' : 'overwrite');
    return { file, reply: makeReply(policy, file, request.customVars) };
  } finally {
    await rm(path, { force: true });
  }
}
