import type { FastifyInstance } from 'fastify';
import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from '../context.ts';

/** Serves Prometheus metrics on a port of their own, on the loopback address only. */
export function startMetrics(app: FastifyInstance, ctx: Context, port: number): Server {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({ name: 'kaike_request_seconds', help: 'Time of requests', labelNames: ['route', 'status'], buckets: [0.005, 0.02, 0.05, 0.2, 1, 5], registers: [registry] });
  const errors = new Counter({ name: 'kaike_request_faults_total', help: 'Answers of 500 and above', registers: [registry] });
  new Gauge({ name: 'kaike_pool_waiting', help: 'Requests waiting for a database connection', registers: [registry], collect() { this.set(ctx.pool.waitingCount); } });
  app.addHook('onResponse', (request, reply, done) => {
    seconds.observe({ route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    if (reply.statusCode >= 500) errors.inc();
    done();
  });
  const server = createServer((_request, response) => {
    void registry.metrics().then((text) => response.setHeader('Content-Type', registry.contentType).end(text));
  });
  server.listen(port, '127.0.0.1');
  app.addHook('onClose', () => { server.close(); });
  return server;
}
