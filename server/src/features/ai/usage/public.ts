export { countPassed } from './watch-budgets.ts';
