export * from '../../../plugins/check-in/server.mjs';
