import type { Profile } from '@kaike/shared/contracts/auth/personage';
import type { AdminCall } from '../../../core/call.ts';
import { loadProfile } from './profile.ts';

/** The actor's own account. */
export async function getProfile(call: AdminCall): Promise<{ profile: Profile }> {
  return { profile: await loadProfile(call, call.ctx.db) };
}
