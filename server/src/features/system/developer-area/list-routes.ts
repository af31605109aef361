import type * as developments from '@kaike/shared/contracts/system/developments';
import { routesOf } from '../../auth/bootstrap/public.ts';
import { describeRoutes } from './routes.read.ts';
import type { AdminCallOf } from '../../../core/call.ts';

export function listRoutes({ ctx }: AdminCallOf<typeof developments.listRoutes>) {
  return Promise.resolve({ routes: describeRoutes(routesOf(ctx)) });
}
