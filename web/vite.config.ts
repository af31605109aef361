import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { antdCssPlugin } from './antd-css-plugin.ts';
import { makeGroupName } from './chunk-groups.ts';
import { iconSpritePlugin } from './icon-sprite-plugin.ts';
import { pagesPlugin } from './pages-plugin.ts';
import { responseSchemasPlugin } from './response-schemas-plugin.ts';
import { wordingPlugin } from './wording-plugin.ts';

const api = process.env['KAIKE_API'] ?? 'http://127.0.0.1:8080';

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [responseSchemasPlugin(), react(), wordingPlugin(), iconSpritePlugin(), antdCssPlugin(), pagesPlugin()],
  // The package's exports point to its development build, whose warnings are useless in a release.
  resolve:
    command === 'build'
      ? {
          alias: [
            {
              find: /^react-router$/,
              replacement: join(import.meta.dirname, '../node_modules/react-router/dist/production/index.mjs'),
            },
          ],
        }
      : {},
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
      output: {
        // Named after the first page they serve; listing all pages would lengthen every file that imports one.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
            // What every page runs, and what every sign-in page runs: two files instead of ten.
            {
              name: 'base',
              test: /node_modules[\\/]zustand|virtual:wording$|src[\\/](api[\\/](?!record-store|beacon|upload|request-key)|app[\\/](?!dates|components|map[\\/]|loading[\\/](?!load-chunk))|ui[\\/](base|tokens|ui\.module|button|icon|logo|parts|cover[\\/]drawn-later)|areas[\\/](back-url|(open|shared)[\\/].*css)|features[\\/]auth[\\/]auth\.module)|shared[\\/]src[\\/](kit[\\/](contract|field|schema|wording)|domain[\\/]constants|locales[\\/]languages|contracts[\\/](auth|start))/,
            },
            { name: 'query', test: /@tanstack|loading[\\/]query-provider/ },
            {
              name: 'antd',
              test: /node_modules[\\/](antd|@ant-design|@rc-component|rc-[\w-]+|dayjs)[\\/]/,
              entriesAware: true,
              entriesAwareMergeThreshold: 20_000,
            },
            {
              name: 'sign-in',
              test: /src[\\/](form|ui[\\/](fields|code-field)|features[\\/]auth[\\/](after-login|contact-and-code|joining[\\/]agree|password-strength|use-captcha))|shared[\\/]src[\\/](rules|kit[\\/](kinds|read-input))/,
            },
            { name: makeGroupName(), includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': api, '/web-api': api, '/uploads': api, '/local': api } },
}));
