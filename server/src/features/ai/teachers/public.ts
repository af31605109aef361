export { seedPeoples } from './seed-peoples.ts';
