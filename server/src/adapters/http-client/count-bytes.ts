/** The length of a body that is sent; a form is as long as its files. */
export function bodyBytes(body: RequestInit['body']): number {
  if (typeof body === 'string') return Buffer.byteLength(body);
  if (body instanceof Uint8Array) return body.byteLength;
  if (!(body instanceof FormData)) return 0;
  return [...body.values()].reduce((sum, value) => sum + (typeof value === 'string' ? 0 : value.size), 0);
}

/** The length of an answer as its header says; unknown is 0. */
export const answerBytes = ({ headers }: Response, method: string | undefined): number =>
  method === 'HEAD' ? 0 : Number(headers.get('content-length') ?? 0) || 0;
