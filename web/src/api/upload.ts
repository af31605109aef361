import { ApiError, type ErrorBody } from './api-error.ts';
import { apiBase, headersFor, searchOf } from './client.ts';
import { forgetCsrfToken } from './csrf.ts';
import { handleError, isExpiredToken, canRetry } from './response.ts';

export type UploadOptions = {
  query?: Record<string, unknown>;
  signal?: AbortSignal;
  /** Bytes sent, and bytes in total. */
  on_progress?: (sentBytes: number, total: number) => void;
};

/** An upload that sends no byte for this long has stalled; a retry costs less than waiting. */
const stalledMs = 60_000;
/** Statuses that concern the session, not the file. */
const sessionStatuses = [401, 503];

type Answer = { status: number; body: unknown };

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's own page; the status is enough.
    return {};
  }
}

function send(
  url: string,
  upload: { body: FormData; headers: Record<string, string> } & UploadOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    let watchdog: ReturnType<typeof setTimeout> | undefined;
    const abort = (): void => xhr.abort();
    const expectMore = (): void => {
      clearTimeout(watchdog);
      watchdog = setTimeout(abort, stalledMs);
    };
    const settle = (): void => {
      clearTimeout(watchdog);
      upload.signal?.removeEventListener('abort', abort);
    };
    xhr.open('POST', url);
    for (const [name, value] of Object.entries(upload.headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = (event) => {
      expectMore();
      upload.on_progress?.(event.loaded, event.total);
    };
    xhr.onload = () => {
      settle();
      resolve({ status: xhr.status, body: parse(xhr.responseText) });
    };
    xhr.onerror = () => {
      settle();
      resolve({ status: 0, body: {} });
    };
    xhr.onabort = () => {
      settle();
      if (upload.signal?.aborted) reject(new DOMException('aborted', 'AbortError'));
      else resolve({ status: 0, body: {} });
    };
    upload.signal?.addEventListener('abort', abort);
    expectMore();
    xhr.send(upload.body);
  });
}

/** Sends a form with a file and reports progress, which `fetch` cannot do; throws ApiError as `request` does. */
export async function sendForm(
  path: string,
  body: FormData,
  options: UploadOptions = {},
  retried = false,
): Promise<unknown> {
  const sentMs = performance.now();
  const headers = await headersFor('POST', { body });
  const answer = await send(`${apiBase()}${path}?${searchOf(options.query)}`, { ...options, body, headers });
  if (answer.status >= 200 && answer.status < 300) return answer.body;
  const failure = new ApiError(answer.status, answer.body as ErrorBody);
  if (isExpiredToken(failure)) {
    forgetCsrfToken();
    if (!retried) return sendForm(path, body, options, true);
  }
  if (await canRetry(failure, sentMs)) return sendForm(path, body, options, retried);
  if (sessionStatuses.includes(failure.status) || failure.body.force_logout) handleError(failure);
  throw failure;
}
