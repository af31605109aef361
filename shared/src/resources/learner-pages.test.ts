import { expect, it } from 'vitest';
import { beforeActivation } from '../domain/before-activation.ts';
import { pages } from './pages.ts';

it('the list of pages open before activation is the one of the definitions', () => {
  expect(pages.filter((page) => page.before_activation).map((page) => page.url)).toEqual(beforeActivation);
});
