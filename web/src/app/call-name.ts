import { useSession } from './session.ts';

/** How one is called: of a Chinese name of three signs the last two. A hidden number is no name. */
export function callNameOf(realName: string, name: string): string {
  if (realName !== '') return /^\p{Script=Han}{3}$/u.test(realName) ? realName.slice(1) : realName;
  return name.includes('*') ? '' : name;
}

/** How the member is called; empty while nobody knows. */
export const useCallName = (): string =>
  useSession(({ user }) => callNameOf(user?.member?.real_name ?? '', user?.name ?? ''));
