import { numbersFrom, seedOf } from '@kaike/shared/domain/catalog/covers/seeded-random';

type SealRect = { x: number; y: number; width: number; height: number };
export type SealPlan = { edge: string; signs: (SealRect & { sign: string })[] };

const [side, wobble] = [100, 1.2];

/** Where the signs stand by their number; the right column is read first. */
const places: Readonly<Record<number, readonly SealRect[]>> = {
  1: [{ x: 50, y: 50, width: 68, height: 68 }],
  2: [
    { x: 50, y: 27, width: 74, height: 44 },
    { x: 50, y: 73, width: 74, height: 44 },
  ],
  4: [
    { x: 72, y: 28, width: 42, height: 44 },
    { x: 72, y: 72, width: 42, height: 44 },
    { x: 28, y: 28, width: 42, height: 44 },
    { x: 28, y: 72, width: 42, height: 44 },
  ],
};

/** An edge as if cut by hand, the same for the same words. */
function edgeOf(words: string): string {
  const next = numbersFrom(seedOf(words));
  const shake = (): number => (next() - 0.5) * 2 * wobble;
  const steps = [0, 1, 2, 3].map((step) => (step * side) / 4);
  const points = [
    ...steps.map((at): [number, number] => [at, shake()]),
    ...steps.map((at): [number, number] => [side + shake(), at]),
    ...steps.map((at): [number, number] => [side - at, side + shake()]),
    ...steps.map((at): [number, number] => [shake(), side - at]),
  ];
  return `M${points.map((point) => point.map((value) => value.toFixed(1)).join(' ')).join('L')}Z`;
}

/** The words of a school's seal: its first four Chinese signs, or the first sign of another name. */
export function sealWords(school: string): string {
  const signs = school.match(/\p{Script=Han}/gu) ?? [];
  return signs.length > 0 ? signs.slice(0, 4).join('') : (Array.from(school)[0] ?? '');
}

/** A seal of one to four signs in a square of 100; three get 印 as the fourth, as seals do. */
export function planSeal(words: string): SealPlan {
  const cut = Array.from(words).slice(0, 4);
  const signs = cut.length === 3 ? [...cut, '印'] : cut;
  return {
    edge: edgeOf(words),
    signs: (places[signs.length] ?? []).map((place, index) => ({ ...place, sign: signs[index] ?? '' })),
  };
}
