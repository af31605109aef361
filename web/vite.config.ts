import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { antdCssPlugin } from './antd-css-plugin.ts';
import { antdRuntimePlugin } from './antd-runtime-plugin.ts';
import { makeGroupName } from './chunk-groups.ts';
import { iconSpritePlugin } from './icon-sprite-plugin.ts';
import { pagesPlugin } from './pages-plugin.ts';
import { responseSchemasPlugin } from './response-schemas-plugin.ts';
import { wordingPlugin } from './wording-plugin.ts';

const api = process.env['KAIKE_API'] ?? 'http://127.0.0.1:8080';

/** Modules whose path has one of these; `/` is any separator. */
const anyOf = (...parts: string[]): RegExp => new RegExp(parts.join('|').replaceAll('/', String.raw`[\\/]`));

/** What every page runs, the frame of public pages included: with React all that is loaded before a page's own files. */
const ofEveryPage = anyOf(
  'node_modules/zustand',
  'virtual:wording$',
  'virtual:pages/open$',
  // Loaders of the wording of public pages.
  'virtual:locale/(?:account|card_package|first_login|invitation|logout|new_number|plugins|site|site_ai|third_party|visitor)$',
  'src/main.tsx',
  'src/api/(?!beacon|record-store|request-key|upload)',
  'src/app/(?!components|dates|loading|map/)',
  'src/app/loading/(?:load-chunk|use-come-back)',
  'src/ui/(?:base|button|cover/lazy-illustration|icon|logo|parts|tokens|ui.module)',
  'src/areas/(?:back-url|open/|page-loader|routes)',
  'src/areas/shared/(?:error-pages|offline-bar|top-bar|.*css)',
  'src/features/auth/login/login.module',
  'shared/src/kit/(?:contract|field|schema|wording)',
  'shared/src/contracts/auth/(?:auth|start)',
  'shared/src/domain/(?:constants|auth/third-party|system/browser-error|office/closed-pages)',
  'shared/src/locales/languages',
);

/** The login page and what the other forms of visitors share with it. */
const ofSignIn = anyOf(
  'src/form',
  'src/ui/(?:code-field|fields)',
  'src/features/auth/login/(?:after-login|contact-and-code|joining/agree|login.page|password-strength|use-captcha)',
  'shared/src/rules',
  'shared/src/kit/(?:kinds|read-input)',
);

/** What the first page loads once it is complete (areas/deferred.ts). */
const afterFirstPage = anyOf(
  'src/areas/(?:deferred|error-reports|start-behaviours)',
  'src/app/loading/offline-shell',
  'src/features/auth/member-account/other-login(?:.module|s/other-logins|s/service-mark)',
  'shared/src/contracts/system/browser-errors',
);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    responseSchemasPlugin(),
    react(),
    wordingPlugin(),
    iconSpritePlugin(),
    antdCssPlugin(),
    antdRuntimePlugin(),
    pagesPlugin(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: ['es2020', 'chrome87', 'safari14'],
    cssTarget: ['chrome87', 'safari14'],
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: {
        // Their packages do not say so; what runs when it is imported are stylesheets and the languages of dayjs.
        moduleSideEffects: [
          { test: /node_modules[\\/](?:antd|@ant-design|@rc-component)[\\/].*\.js$/, sideEffects: false },
        ],
      },
      output: {
        // Named after the first page they serve; listing all pages would lengthen every file that imports one.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'base', test: ofEveryPage },
            { name: 'query', test: /@tanstack|loading[\\/]query-provider/ },
            { name: 'sign-in', test: ofSignIn },
            { name: 'deferred', test: afterFirstPage, includeDependenciesRecursively: false },
            { name: makeGroupName(), includeDependenciesRecursively: false },
            {
              name: 'antd-later',
              test: /node_modules[\\/](antd|@ant-design|@rc-component|rc-[\w-]+|dayjs)[\\/]|virtual:antd-css/,
              entriesAware: true,
              entriesAwareMergeThreshold: 20_000,
            },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': api, '/web-api': api, '/uploads': api, '/local': api } },
});
