export { checkScript } from './engine/check-script.ts';
export { playScene } from './engine/play-scene.ts';
export { readScript } from './engine/read-script.ts';
export { seedScenes } from './seed-scenes.ts';
export { goalsReached, openingOf, playStored } from './scene-progress.ts';
export { createScriptChat } from './script-chat.ts';
export { formsOf } from './engine/lemmas.ts';
export { glossesOf } from './scene-glosses.ts';
export { hasScenes, isPlayable } from './playable-scenes.ts';
