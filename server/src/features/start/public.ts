export { routesOf } from './endpoint-info.ts';
