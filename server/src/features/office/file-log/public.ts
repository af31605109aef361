export { maskLine } from './mask-line.ts';
