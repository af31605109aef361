export { readTalkNumbers } from './talk-numbers.read.ts';
