export { fastify } from 'fastify';
