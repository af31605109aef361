import cluster from 'node:cluster';
import type { FastifyInstance } from 'fastify';
import { createServer, type Server } from 'node:http';
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from '../../core/context.ts';
import { routeUrl } from '../api-routes.ts';

/** On the loopback address only. */
function serveText(port: number, read: () => Promise<string>): Server {
  const server = createServer((_request, response) => {
    read().then(
      (text) => response.setHeader('Content-Type', Registry.PROMETHEUS_CONTENT_TYPE).end(text),
      () => response.writeHead(503).end(),
    );
  });
  return server.listen(port, '127.0.0.1');
}

function createRegistry(app: FastifyInstance, ctx: Context): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'kaike_request_seconds',
    help: 'Time of requests',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.2, 1, 5],
    registers: [registry],
  });
  const errors = new Counter({
    name: 'kaike_request_faults_total',
    help: 'Answers of 500 and above',
    registers: [registry],
  });
  new Gauge({
    name: 'kaike_pool_waiting',
    help: 'Requests waiting for a database connection',
    registers: [registry],
    collect() {
      this.set(ctx.pool.waitingCount);
    },
  });
  app.addHook('onResponse', (request, reply, done) => {
    seconds.observe({ route: routeUrl(request) ?? 'none', status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    if (reply.statusCode >= 500) errors.inc();
    done();
  });
  return registry;
}

/** Serves Prometheus metrics on a port of their own; a worker leaves that to the primary. */
export function startMetrics(app: FastifyInstance, ctx: Context, port: number): void {
  const registry = createRegistry(app, ctx);
  if (cluster.isWorker) {
    new AggregatorRegistry(); // listens for the primary's request
    AggregatorRegistry.setRegistries([registry]);
    return;
  }
  const server = serveText(port, () => registry.metrics());
  app.addHook('onClose', () => {
    server.close();
  });
}

/** The merged metrics of all workers: on a shared port a different worker would respond each time. */
export function startMergedMetrics(port: number): Server {
  const merged = new AggregatorRegistry();
  return serveText(port, () => merged.clusterMetrics());
}
