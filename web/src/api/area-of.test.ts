import { expect, it } from 'vitest';
import { areaOf } from './area-of.ts';

it.each([
  ['/home', 'home'],
  ['/home/courses/7', 'home'],
  ['/admin/', 'admin'],
  ['/open/login', 'open'],
  ['/', 'open'],
  ['/nowhere', 'open'],
  ['/homework', 'open'],
  ['/constructor/home', 'open'],
])('%s is in %s', (pathname, area) => {
  expect(areaOf(pathname)).toBe(area);
});
