export { makePassword, seed } from './seed.ts';
export { seedDemo } from '../demo/seed-demo.ts';
