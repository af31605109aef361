export { routesOf } from './endpoint-info.ts';
export { loadClientConfig } from './client-config.ts';
