import * as contracts from '@kaike/shared/contracts/second-factor';
import { route } from '../../core/route.ts';
import type { Feature } from '../feature.ts';
import { beginEnrolment, confirmEnrolment, endEnrolment, renewCodes, showSecondFactor } from './enrol.ts';
import { proveSecondFactor } from './prove.ts';

const tries = { by: 'user', max: 20, seconds: 600 } as const;

/** Codes of an authenticator after the password. Not `admin`: these are the only actions open to someone who must set it up. */
export const secondFactorFeature: Feature = {
  routes: [
    route.open(contracts.verifySecondFactor, { takes_waiting: true, handler: proveSecondFactor }),
    route.auth(contracts.getSecondFactor, { handler: showSecondFactor }),
    route.auth(contracts.beginSecondFactor, { limit: tries, handler: beginEnrolment }),
    route.auth(contracts.confirmSecondFactor, { limit: tries, handler: confirmEnrolment }),
    route.auth(contracts.renewRecoveryCodes, { limit: tries, handler: renewCodes }),
    route.auth(contracts.endSecondFactor, { limit: tries, handler: endEnrolment }),
  ],
};
