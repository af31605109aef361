export { takeSnapshot } from './take-snapshot.ts';
