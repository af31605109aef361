import type * as cardWallet from '@kaike/shared/contracts/cards/card-wallet';
import { setMyFreeze } from './set-freeze.ts';
import type { MemberCallOf } from '../../../../core/call.ts';

export function freezeMyCard(call: MemberCallOf<typeof cardWallet.freezeMyCard>) {
  return setMyFreeze(call, { card_id: call.params.id, action: 'freeze', reason: call.body.reason });
}
