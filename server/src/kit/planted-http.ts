export { cookies } from '../http/cookies.ts';
