import fc from 'fast-check';
import { expect, it } from 'vitest';

const numbers = fc.array(fc.integer(), { minLength: 1, maxLength: 20 });
const isSmall = (list: readonly number[]): boolean => list.every((number) => number < 1000);

it('properties use the same values in every run, and a failure reports the seed and path to repeat it', () => {
  expect(fc.readConfigureGlobal().seed).toEqual(expect.any(Number));
  expect(fc.sample(numbers, 50)).toEqual(fc.sample(numbers, 50));
  const { seed, counterexamplePath: path, counterexample } = fc.check(fc.property(numbers, isSmall));
  const failing = (): void => fc.assert(fc.property(numbers, isSmall));
  expect(failing).toThrow(`seed: ${seed}, path: "${path}"`);
  expect(fc.check(fc.property(numbers, isSmall), { seed, path: path ?? '' }).counterexample).toEqual(counterexample);
});
