export { forgetRuns, resumeRuns } from './tend-runs.ts';
export { workRun } from './work-run.ts';
