export { downloadAddress } from './app-download.ts';
