/**
 * The answer that `public/early.js` asked for while the scripts were on their way, each once; undefined when it is to be
 * asked for in the usual way, as after a lost connection. A write changes what the server would say: the rest is forgotten.
 */
export function takeEarlyResponse(method: string, url: string): Promise<Response | undefined> | undefined {
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
