export { forgetRuns, readLab } from './lab.store.ts';
export { startLab } from './run-lab.ts';
export { runByKey } from './run-by-key.ts';
