export { changeSecret } from './change-secret.ts';
export { assertSecret } from './assert-secret.ts';
