export { changeSecret } from './change-secret.ts';
