export { routesOf } from './endpoint-info.ts';
export { readClientConfig } from './client-config.ts';
