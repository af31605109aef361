import { setResponseActions } from '../src/api/response.ts';

/** What answers of the server say in a notice from now on, in their order. */
export function collectNotices(): string[] {
  const notices: string[] = [];
  setResponseActions({
    toast: ({ message }) => notices.push(message),
    forceLogout: () => undefined,
    navigate: () => undefined,
    t: (key) => key,
  });
  return notices;
}
