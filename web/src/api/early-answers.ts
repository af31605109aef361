/**
 * Returns a response that `public/early.js` requested while the scripts were loading, each once; undefined when the request
 * must be sent as usual, as after a lost connection. A write may change the others, so it discards them.
 */
export function consumeEarlyResponse(method: string, url: string): Promise<Response | undefined> | undefined {
  if (method !== 'GET') delete window.early;
  const answer = window.early?.[url];
  if (answer) delete window.early?.[url];
  return answer?.catch(() => undefined);
}

declare global {
  interface Window {
    early?: Record<string, Promise<Response>>;
  }
}
