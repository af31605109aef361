import { afterEach, expect, it } from 'vitest';
import { followAccount, setUser, useSession, type User } from './session.ts';

const user = (id: number): User => ({ id, member: null, admin: null }) as unknown as User;

afterEach(() => {
  localStorage.clear();
  useSession.setState({ user: null });
});

it('a tab is told when another one logs in somebody else, and only then', () => {
  let changes = 0;
  followAccount(() => (changes += 1));
  const tell = (key: string, newValue: string | null): void =>
    void window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
  setUser(user(5), 60);
  const [key = ''] = Object.keys(localStorage).filter((name) => localStorage.getItem(name) === '5');
  expect(key).not.toBe('');
  tell(key, '5');
  tell(key, null);
  tell('another', '6');
  expect(changes).toBe(0);
  tell(key, '6');
  expect(changes).toBe(1);
});
