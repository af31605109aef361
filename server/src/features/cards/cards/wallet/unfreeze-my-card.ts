import type * as cardWallet from '@kaike/shared/contracts/cards/card-wallet';
import { setMyFreeze } from './set-freeze.ts';
import type { MemberCallOf } from '../../../../core/call.ts';

export function unfreezeMyCard(call: MemberCallOf<typeof cardWallet.unfreezeMyCard>) {
  return setMyFreeze(call, { card_id: call.params.id, action: 'unfreeze', reason: '' });
}
