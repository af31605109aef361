import * as firstLogins from '@kaike/shared/contracts/auth/first-logins';
import * as numberRequests from '@kaike/shared/contracts/people/number-requests';
import { route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { getFirstLogin } from './joining/get-first-login.ts';
import { completeFirstLogin } from './joining/complete-first-login.ts';
import { sendNewNumberCode } from './numbers/send-new-number-code.ts';
import { requestNumber } from './numbers/request-number.ts';

const open = { ignores_ended_session: true, limit: { by: 'ip', max: 60, seconds: 3600 } } as const;

/** What learners do who cannot log in yet, or no more: the first login of those whom the back office entered, and a lost number. */
export const membersFeature: Feature = {
  routes: [
    route.open(firstLogins.getFirstLogin, { ...open, handler: getFirstLogin }),
    route.open(firstLogins.completeFirstLogin, { ...open, handler: completeFirstLogin }),
    route.open(numberRequests.sendNewNumberCode, { ...open, handler: sendNewNumberCode }),
    route.open(numberRequests.requestNumber, { ...open, handler: requestNumber }),
  ],
};
