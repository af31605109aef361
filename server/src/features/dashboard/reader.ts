import type { AdminCall } from '../../core/call.ts';

/** The part of an admin call that the dashboard needs. */
export type Reader = Pick<AdminCall, 'ctx' | 'actor'>;
