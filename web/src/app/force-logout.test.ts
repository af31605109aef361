import { expect, it } from 'vitest';
import { loginPage } from './force-logout.tsx';

it.each([
  ['/home/lessons/7', '?t=3', '/open/login?back_url=%2Fhome%2Flessons%2F7%3Ft%3D3'],
  ['/admin/courses/7', '', '/open/login?back_url=%2Fadmin%2Fcourses%2F7'],
  ['/open/courses/7', '', '/open/login'],
])('returns to %s', (pathname, search, page) => {
  expect(loginPage({ pathname, search })).toBe(page);
});
