import { expect, it } from 'vitest';
import { withWords } from './page-loader.ts';

const useT = () => (key: string) => key;
const page = { HomePage: () => null };
const load = async () => page;

it('loads a page together with its wording', async () => {
  let isLoaded = false;
  const words = {
    useT,
    load: async () => {
      isLoaded = true;
    },
  };
  expect(await withWords(load, [words])()).toBe(page);
  expect(isLoaded).toBe(true);
});

it('loads a page whose wording does not arrive', async () => {
  const words = { useT, load: () => Promise.reject(new Error('offline')) };
  expect(await withWords(load, [words])()).toBe(page);
});
