import type * as developments from '@kaike/shared/contracts/developments';
import { routesOf } from '../start/public.ts';
import { describeRoutes } from './routes.read.ts';
import type { AdminCallOf } from '../../core/call.ts';

export function listRoutes({ ctx }: AdminCallOf<typeof developments.listRoutes>) {
  return Promise.resolve({ routes: describeRoutes(routesOf(ctx)) });
}
