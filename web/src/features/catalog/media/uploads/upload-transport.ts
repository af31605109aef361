import type { UploadReply, UploadRequest } from './upload-port.ts';

/** A part without progress for this long hangs; resending costs less than waiting. */
const stalledMs = 60_000;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's HTML page; the status is enough.
    return null;
  }
}

/** Sends one upload request. `XMLHttpRequest`, because `fetch` does not report upload progress. */
export function sendByXhr({ method, url, token, body, signal, on_progress }: UploadRequest): Promise<UploadReply> {
  return new Promise((resolve) => {
    const xhr = new XMLHttpRequest();
    let watchdog: ReturnType<typeof setTimeout> | undefined;
    const abort = (): void => xhr.abort();
    const expect = (): void => {
      clearTimeout(watchdog);
      watchdog = setTimeout(abort, stalledMs);
    };
    const settle = (reply: UploadReply): void => {
      clearTimeout(watchdog);
      signal.removeEventListener('abort', abort);
      resolve(reply);
    };
    xhr.open(method, url);
    if (token !== '') xhr.setRequestHeader('Authorization', `UpToken ${token}`);
    // A signed address covers the type, too; a part of a file has none.
    if (body instanceof Blob && token !== '') xhr.setRequestHeader('Content-Type', 'application/octet-stream');
    xhr.upload.onprogress = (event) => {
      expect();
      on_progress?.(event.loaded);
    };
    xhr.onload = () =>
      settle({
        status: xhr.status,
        body: parse(xhr.responseText),
        ...(token === '' ? { etag: xhr.getResponseHeader('ETag') ?? '' } : {}),
      });
    xhr.onerror = xhr.onabort = () => settle({ status: 0, body: null });
    signal.addEventListener('abort', abort);
    expect();
    xhr.send(body ?? null);
  });
}
