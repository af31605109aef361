export { seed } from './seed.ts';
export { seedDemo } from '../demo/public.ts';
