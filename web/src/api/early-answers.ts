/** The answer that `public/early.js` asked for while the scripts were on their way, each once; undefined when it is to be asked for in the usual way, as after a lost connection. */
export function takeEarlyAnswer(url: string): Promise<Response | undefined> | undefined {
  const answer = window.early?.[url];
  if (answer) delete window.early?.[url];
  return answer?.catch(() => undefined);
}

/** Another person sits here now. */
export function forgetEarlyAnswers(): void {
  delete window.early;
}

declare global {
  interface Window {
    early?: Record<string, Promise<Response>>;
  }
}
