import type { ScriptLine } from '@kaike/shared/domain/ai/scene-script';
import { findGoals } from './engine/find-goals.ts';
import { playScene, type Talk } from './engine/play-scene.ts';
import { parseScript, type ScriptedScene } from './engine/parse-script.ts';
import { levelOf } from './script-level.ts';

type Play = { cefr: string; seed: number; answers: readonly string[] };

/** A stored scene played through these answers; null when it has no script. */
export function playStored(scene: unknown, { cefr, seed, answers }: Play): (Talk & { scene: ScriptedScene }) | null {
  if (typeof scene !== 'object' || scene === null) return null;
  const script = parseScript(scene);
  return script && { ...playScene(script, { level: levelOf(cefr), seed, answers }), scene: script };
}

/** A stored scene whose lines a chat service writes: the goals that these answers reach. */
export function goalsReached(scene: unknown, answers: readonly string[]): { done: number[]; texts: string[] } {
  const script = typeof scene === 'object' && scene !== null ? parseScript(scene) : null;
  const done = script ? findGoals(script, answers) : [];
  return { done, texts: done.flatMap((index) => script?.goals[index]?.text ?? []) };
}

/** The first line of a scene. */
export const openingOf = (scene: unknown, play: Omit<Play, 'answers'>): ScriptLine | null =>
  playStored(scene, { ...play, answers: [] })?.opening ?? null;
