import type { ScriptLevel } from '@kaike/shared/domain/ai/scene-script';

const levels: Readonly<Record<string, ScriptLevel>> = { A: 'A1', B: 'B1', C: 'C1' };

/** The level of a script for a learner's: A2 is played as A1. */
export const levelOf = (cefr: string): ScriptLevel => levels[cefr.charAt(0)] ?? 'A1';
