import type * as forgotPassword from '@kaike/shared/contracts/auth/forgot-password';
import { codeChannels } from '../codes/code-channels.ts';
import type { CallOf } from '../../../../core/call.ts';

export async function getPasswordPage({ ctx }: CallOf<typeof forgotPassword.getPasswordPage>) {
  return { channels: await codeChannels(ctx, 'reset') };
}
