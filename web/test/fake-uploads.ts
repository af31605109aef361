import { afterEach, beforeEach } from 'vitest';

export type FakeUpload = {
  url: string;
  body: FormData;
  is_aborted: boolean;
  progress: (sentBytes: number, total: number) => void;
  answer: (status: number, body: unknown) => void;
};

const realRequest = globalThis.XMLHttpRequest;

/** The uploads of the running test, in their order; each waits until the test answers it. */
export const uploads: FakeUpload[] = [];

class UploadRequest extends XMLHttpRequest {
  #url = '';
  #status = 0;
  #text = '';
  #sent: FakeUpload | undefined;
  override get status(): number {
    return this.#status;
  }
  override get responseText(): string {
    return this.#text;
  }
  override open(_method: string, url: string | URL): void {
    this.#url = String(url);
  }
  override setRequestHeader(): void {
    /* No network in tests. */
  }
  override send(body: unknown): void {
    if (!(body instanceof FormData)) throw new TypeError('an upload sends a form');
    this.#sent = {
      url: this.#url,
      body,
      is_aborted: false,
      progress: (loaded, total) => this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total })),
      answer: (status, answer) => {
        this.#status = status;
        this.#text = JSON.stringify(answer);
        this.dispatchEvent(new ProgressEvent('load'));
      },
    };
    uploads.push(this.#sent);
  }
  override abort(): void {
    if (this.#sent) this.#sent.is_aborted = true;
    this.dispatchEvent(new ProgressEvent('abort'));
  }
}

/** Uploads of this file's tests go to `uploads` in place of the network. */
export function fakeUploads(): void {
  beforeEach(() => {
    uploads.length = 0;
    globalThis.XMLHttpRequest = UploadRequest;
  });
  afterEach(() => {
    globalThis.XMLHttpRequest = realRequest;
  });
}
