import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { wordingPlugin } from './wording-plugin.ts';

const api = process.env['KAIKE_API'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), wordingPlugin()],
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
        codeSplitting: { groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ }] },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': api, '/web-api': api, '/uploads': api, '/local': api } },
});
