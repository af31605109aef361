export { checkScript } from './engine/check-script.ts';
export { playScene } from './engine/play-scene.ts';
export { readScript } from './engine/read-script.ts';
export { seedScenes } from './seed-scenes.ts';
