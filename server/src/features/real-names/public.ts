export { endFaceCheck, handIn, openFaceCheck } from './ask.ts';
export { decideRealName } from './decide.ts';
export { revealIdCard } from './reveal.ts';
