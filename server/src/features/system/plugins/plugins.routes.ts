import * as plugins from '@kaike/shared/contracts/system/plugins';
import type { Area } from '@kaike/shared/kit/resource';
import { anyAdmin, closedToTokens, route } from '../../../core/route.ts';
import { mountDynamicRoutes } from '../../../http/mount-routes.ts';
import { developerRoute } from '../developer-area/public.ts';
import type { Feature } from '../../feature.ts';
import { listPlugins } from './list-plugins.ts';
import { getPluginLog } from './get-plugin-log.ts';
import { updatePluginSettings } from './update-plugin-settings.ts';
import { switchPlugin } from './switch-plugin.ts';
import { previewPlugin } from './preview-plugin.ts';
import { installPlugin } from './install-plugin.ts';
import { deletePlugin } from './delete-plugin.ts';
import { getResourceDefinitions } from './resources/get-resource-definitions.ts';
import { openPluginPage } from './routes/open-plugin-page.ts';
import { findRoute } from './routes/plugin-routes.ts';
import { servePluginFiles } from './routes/serve-files.ts';
import { pluginsOf } from './run/plugin-host.ts';

const areas: readonly Area[] = ['open', 'home', 'admin'];

/** Plugins where they run: their routes, pages and settings. */
export const pluginsFeature: Feature = {
  routes: [
    route.admin(plugins.listPlugins, { permission: 'admin.plugins.list', by_token: false, handler: listPlugins }),
    route.admin(plugins.getPluginLog, { permission: 'admin.plugins.list', by_token: false, handler: getPluginLog }),
    route.admin(plugins.updatePluginSettings, { permission: 'admin.plugins.update', handler: updatePluginSettings }),
    route.admin(plugins.switchPlugin, { permission: 'admin.plugins.update', handler: switchPlugin }),
    route.admin(plugins.getResourceDefinitions, { permission: anyAdmin, handler: getResourceDefinitions }),
    route.open(plugins.openPluginPage, { limit: { by: 'ip', max: 240, seconds: 60 }, handler: openPluginPage }),
  ],
  mount: (app, { ctx, sessions, routes }) => {
    const options = { ctx, sessions, closed_to_tokens: closedToTokens(routes) };
    for (const area of areas)
      mountDynamicRoutes(app, `/${area}/plugins/:plugin/*`, (sought) => findRoute(ctx, sought), options);
    servePluginFiles(app, ctx);
    app.addHook('onClose', () => pluginsOf(ctx).close());
  },
};

/** Plugins where they are developed: elsewhere they are installed by `kaike plugin:install`. */
export const pluginPackagesFeature: Feature = {
  only_local: true,
  routes: [
    developerRoute(plugins.previewPlugin, previewPlugin),
    developerRoute(plugins.installPlugin, installPlugin),
    developerRoute(plugins.deletePlugin, deletePlugin),
  ],
};
