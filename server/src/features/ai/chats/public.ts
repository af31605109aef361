export { loadTalkNumbers } from './talk-numbers.read.ts';
