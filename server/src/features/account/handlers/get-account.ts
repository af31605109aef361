import type * as account from '@kaike/shared/contracts/account';
import { readAccount } from '../read-account.ts';
import type { MemberCallOf } from '../../../core/call.ts';

export async function getAccount(call: MemberCallOf<typeof account.getAccount>) {
  return { account: await readAccount(call) };
}
