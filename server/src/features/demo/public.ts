export { demoFeature, makeDemo } from './demo.routes.ts';
export { seedDemo } from './seed-demo.ts';
