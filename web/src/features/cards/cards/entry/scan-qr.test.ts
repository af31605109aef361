import { describe, expect, it } from 'vitest';
import { cameraProblem } from './scan-qr.ts';

const named = (name: string): Error => Object.assign(new Error(name), { name });

describe('cameraProblem', () => {
  it.each([
    ['NotAllowedError', 'denied'],
    ['SecurityError', 'denied'],
    ['NotFoundError', 'none'],
    ['OverconstrainedError', 'none'],
    ['NotReadableError', 'busy'],
    ['TypeError', 'unsupported'],
  ])('%s is %s', (name, problem) => expect(cameraProblem(named(name))).toBe(problem));

  it('accepts a value that is not an error', () => expect(cameraProblem('no')).toBe('unsupported'));
});
