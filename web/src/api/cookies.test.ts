import { expect, it } from 'vitest';
import { clearCookie, findCookie, writeCookie } from './cookies.ts';

it('a cookie is gone as soon as it is cleared', () => {
  for (let round = 0; round < 100; round += 1) {
    writeCookie('Authorization', 'yes', 1);
    expect(findCookie('Authorization')).toBe('yes');
    clearCookie('Authorization');
    expect(findCookie('Authorization')).toBeNull();
  }
});
