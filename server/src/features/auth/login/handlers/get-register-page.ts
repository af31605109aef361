import type * as auth from '@kaike/shared/contracts/auth/auth';
import { registerChannels } from '../codes/code-channels.ts';
import type { CallOf } from '../../../../core/call.ts';

export async function getRegisterPage({ ctx }: CallOf<typeof auth.getRegisterPage>) {
  const channels = await registerChannels(ctx);
  return { open: channels.length > 0, channels };
}
