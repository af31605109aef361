import * as setup from '@kaike/shared/contracts/system/setup';
import type { AdminActor } from '../../../core/actor.ts';
import { anyAdmin, route, type Caller } from '../../../core/route.ts';
import type { Job } from '../../../core/job.ts';
import type { Feature } from '../../feature.ts';
import { getDemo } from './handlers/get-demo.ts';
import { createDemo } from './handlers/create-demo.ts';
import { saveStep } from './demo-state.ts';

const forSuper = {
  permission: anyAdmin,
  admits: ({ actor }: Caller<AdminActor>): boolean => actor.admin.is_super,
};

/** Creates the demo school in the background; after a kill it starts over, as nothing was committed. */
export const makeDemo: Job<'make-demo'> = {
  name: 'make-demo',
  run: async (ctx) =>
    (await import('./seed-demo.ts')).seedDemo(ctx, { log: (step) => void saveStep(ctx, step).catch(() => undefined) }), // The step is informational only.
};

export const demoFeature: Feature = {
  routes: [
    route.admin(setup.getDemo, { ...forSuper, handler: getDemo }),
    route.admin(setup.createDemo, {
      ...forSuper,
      handler: createDemo,
    }),
  ],
};
