export { checkPlugins } from './check-plugins.ts';
export { checkServices } from './check-services.ts';
export { describeFinding, fail, type Finding } from './check.ts';
export { examine, examineRunning } from './examine.ts';
export { repairs } from './repairs.ts';
export { listWaitingJobs } from './waiting-jobs.ts';
