export * from '../../../web/src/api/client.ts';
