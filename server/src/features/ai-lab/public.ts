export { forgetRuns, readLab } from './lab.store.ts';
export { startLab } from './run-lab.ts';
