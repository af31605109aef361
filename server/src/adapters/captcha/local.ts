import type { Db } from '../../db/pool.ts';
import type { ChallengeDeps, Challenges } from './challenges.ts';
import { isAligned, isHumanTrack } from './check-track.ts';
import type { Hole } from './draw-puzzle.ts';
import { puzzle } from './puzzle-size.ts';
import type { CaptchaAnswer, SliderChallenge } from './port.ts';

const challengeSec = 120;
const margin = 8;

export type Slider = {
  issue: (db: Db, address: string) => Promise<SliderChallenge>;
  isSolved: (target: number, answer: CaptchaAnswer) => boolean;
};

/** Our own slider puzzle: no vendor, nothing leaves the machine. */
export function createSlider({ random }: Pick<ChallengeDeps, 'random'>, challenges: Challenges): Slider {
  const chance = (): number => Buffer.from(random(4)).readUInt32BE() / 2 ** 32;
  const within = (low: number, high: number): number => low + Math.floor(chance() * (high - low + 1));
  const findHole = (): Hole => ({
    x: within(puzzle.piece_size + 24, puzzle.width - puzzle.piece_size - margin),
    y: within(margin, puzzle.height - puzzle.piece_size - margin),
    turns: within(0, 3),
  });

  return {
    async issue(db, address) {
      const hole = findHole();
      const challenge = Buffer.from(random(16)).toString('base64url');
      const { drawPuzzle } = await import('./draw-puzzle.ts');
      const pictures = await drawPuzzle(chance, hole);
      await challenges.add(db, { id: challenge, answer_x: hole.x, address, expires_in: challengeSec });
      return { type: 'local', challenge, ...pictures, y: hole.y, ...puzzle, expires_in: challengeSec };
    },
    isSolved: (target, { x, track }) => typeof x === 'number' && isAligned(x, target) && isHumanTrack(track, x),
  };
}
