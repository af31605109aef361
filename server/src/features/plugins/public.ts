export { callPluginAdapter, listAdapterPlugins } from './adapters/call-adapter.ts';
export { removePlugin, switchPlugin } from './life/change-plugin.ts';
export { describePackage, listPluginLines } from './life/describe.ts';
export { inspectPackage } from './life/inspect.ts';
export { installPlugin } from './life/install.ts';
export { loggedByConsole } from './life/log-change.ts';
export { restorePluginData } from './life/restore-data.ts';
export { findPluginResource, labelPluginResources, listPluginResources } from './resources/find-resource.ts';
export { ensureSchema as connectAsPlugin } from './run/plugin-schema.ts';
