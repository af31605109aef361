export { cleanFiles } from './clean-files.ts';
