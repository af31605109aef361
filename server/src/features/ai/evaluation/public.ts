export { forgetRuns, loadLab } from './lab.store.ts';
export { startLab } from './run-lab.ts';
export { runByKey } from './run-by-key.ts';
