export { describeStop } from './stop-losses.ts';
