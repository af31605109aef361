export { endFaceCheck, handIn, openFaceCheck } from './ask.ts';
export { decideRealName, rehearseRealName } from './decide.ts';
export { revealIdCard } from './reveal.ts';
