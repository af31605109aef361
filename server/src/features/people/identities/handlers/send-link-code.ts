import type * as thirdParty from '@kaike/shared/contracts/auth/third-party';
import type { BodyOf, ResponseOf } from '@kaike/shared/kit/contract';
import type { Actor } from '../../../../core/actor.ts';
import type { Call } from '../../../../core/call.ts';
import { sendCode } from '../../../auth/login/public.ts';
import { loadClaim } from '../ouser-claims.ts';

type Sending = Call<Actor | null, BodyOf<typeof thirdParty.sendLinkCode>>;

export async function sendLinkCode(call: Sending): Promise<ResponseOf<typeof thirdParty.sendLinkCode>> {
  const { key, mobile_phone: receiver, verify } = call.body;
  await loadClaim(call, key);
  const result = await sendCode(call, { purpose: 'bind', channel: 'sms', receiver, verify });
  return { ...result, message: call.t('sign_in.code_sent') };
}
