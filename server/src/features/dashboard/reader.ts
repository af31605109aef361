import type { AdminCall } from '../../http/route.ts';

/** Whoever looks at the dashboard, with the way to the data. */
export type Reader = Pick<AdminCall, 'ctx' | 'actor'>;
