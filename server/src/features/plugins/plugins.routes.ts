import * as plugins from '@kaike/shared/contracts/plugins';
import type { Area } from '@kaike/shared/kit/resource';
import { anyAdmin, closedToTokens, route } from '../../core/route.ts';
import { mountLookup } from '../../http/mount-routes.ts';
import { developerRoute } from '../developments/public.ts';
import type { Feature } from '../feature.ts';
import { changeSettings, changeState, install, remove, showLog, showPackage, showPlugins } from './manage.ts';
import { showDefinition } from './resources/find-resource.ts';
import { openPage } from './routes/open-page.ts';
import { findRoute } from './routes/plugin-routes.ts';
import { servePluginFiles } from './routes/serve-files.ts';
import { pluginsOf } from './run/plugin-host.ts';

const areas: readonly Area[] = ['open', 'home', 'admin'];

/** Plugins where they run: their routes, pages and settings. */
export const pluginsFeature: Feature = {
  routes: [
    route.admin(plugins.listPlugins, { permission: 'admin.plugins.list', by_token: false, handler: showPlugins }),
    route.admin(plugins.getPluginLog, { permission: 'admin.plugins.list', by_token: false, handler: showLog }),
    route.admin(plugins.updatePluginSettings, { permission: 'admin.plugins.update', handler: changeSettings }),
    route.admin(plugins.switchPlugin, { permission: 'admin.plugins.update', handler: changeState }),
    route.admin(plugins.getResourceDefinitions, { permission: anyAdmin, handler: showDefinition }),
    route.open(plugins.openPluginPage, { limit: { by: 'ip', max: 240, seconds: 60 }, handler: openPage }),
  ],
  mount: (app, { ctx, sessions, routes }) => {
    const options = { ctx, sessions, closed_to_tokens: closedToTokens(routes) };
    for (const area of areas)
      mountLookup(app, `/${area}/plugins/:plugin/*`, (sought) => findRoute(ctx, sought), options);
    servePluginFiles(app, ctx);
    app.addHook('onClose', () => pluginsOf(ctx).close());
  },
};

/** Plugins where they are developed: elsewhere they are installed by `kaike plugin:install`. */
export const pluginPackagesFeature: Feature = {
  only_local: true,
  routes: [
    developerRoute(plugins.previewPlugin, showPackage),
    developerRoute(plugins.installPlugin, install),
    developerRoute(plugins.deletePlugin, remove),
  ],
};
