import type * as account from '@kaike/shared/contracts/auth/account';
import { loadAccount } from '../load-account.ts';
import type { MemberCallOf } from '../../../../core/call.ts';

export async function getAccount(call: MemberCallOf<typeof account.getAccount>) {
  return { account: await loadAccount(call) };
}
