export { seedAreas } from './seed-areas.ts';
