import { expect, it } from 'vitest';
import { clearCookie, readCookie, writeCookie } from './cookies.ts';

it('a cookie is gone as soon as it is cleared', () => {
  for (let round = 0; round < 100; round += 1) {
    writeCookie('Authorization', 'yes', 1);
    expect(readCookie('Authorization')).toBe('yes');
    clearCookie('Authorization');
    expect(readCookie('Authorization')).toBeNull();
  }
});
