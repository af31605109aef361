import * as secondFactor from '@kaike/shared/contracts/auth/second-factor';
import { isAdmin, type Actor } from '../../../core/actor.ts';
import { route, type Caller } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { getSecondFactor } from './get-second-factor.ts';
import { startSecondFactor } from './start-second-factor.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { disableSecondFactor } from './disable-second-factor.ts';
import { verifySecondFactor } from './verify-second-factor.ts';

const tries = { by: 'user', max: 20, seconds: 600 } as const;

const ofAdmin = ({ actor }: Caller<Actor>): boolean => isAdmin(actor);
const isWaiting = ({ actor }: Caller): boolean => actor?.second_factor === 'code' && isAdmin(actor);

/** Codes of an authenticator after the password. Not `admin`: these are the only actions open to someone who must set it up. */
export const secondFactorFeature: Feature = {
  routes: [
    route.open(secondFactor.verifySecondFactor, {
      takes_waiting: true,
      admits: isWaiting,
      handler: verifySecondFactor,
    }),
    route.auth(secondFactor.getSecondFactor, { admits: ofAdmin, handler: getSecondFactor }),
    route.auth(secondFactor.startSecondFactor, { admits: ofAdmin, limit: tries, handler: startSecondFactor }),
    route.auth(secondFactor.confirmSecondFactor, { admits: ofAdmin, limit: tries, handler: confirmSecondFactor }),
    route.auth(secondFactor.renewRecoveryCodes, { admits: ofAdmin, limit: tries, handler: renewRecoveryCodes }),
    route.auth(secondFactor.disableSecondFactor, { admits: ofAdmin, limit: tries, handler: disableSecondFactor }),
  ],
};
