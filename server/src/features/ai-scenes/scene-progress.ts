import type { Line } from '@kaike/shared/domain/ai/scene-script';
import { playScene, type Talk } from './engine/play-scene.ts';
import { readScript, type ScriptedScene } from './engine/read-script.ts';
import { levelOf } from './script-level.ts';

type Play = { cefr: string; seed: number; answers: readonly string[] };

/** A stored scene played through these answers; null when it has no script. */
export function playStored(scene: unknown, { cefr, seed, answers }: Play): (Talk & { scene: ScriptedScene }) | null {
  if (typeof scene !== 'object' || scene === null) return null;
  const script = readScript(scene);
  return script && { ...playScene(script, { level: levelOf(cefr), seed, answers }), scene: script };
}

/** The first line of a scene. */
export const openingOf = (scene: unknown, play: Omit<Play, 'answers'>): Line | null =>
  playStored(scene, { ...play, answers: [] })?.opening ?? null;
