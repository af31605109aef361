import type { AdminCall } from '../../../core/call.ts';

/** The part of an admin call that the dashboard needs. */
export type DashboardReader = Pick<AdminCall, 'ctx' | 'actor'>;
