import { request } from '../../../api/client.ts';

const timeoutMs = 120_000;

/** Uploads a file to the school's storage and returns its URL. */
export async function uploadFile(file: Blob, name?: string): Promise<string> {
  const body = new FormData();
  if (name) body.append('file', file, name);
  else body.append('file', file);
  const answer = (await request('POST', '/home/upload/index', { body, timeout_ms: timeoutMs })) as { url: string };
  return answer.url;
}
