import * as thirdParty from '@kaike/shared/contracts/auth/third-party';
import { route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { startOAuth } from './handlers/start-o-auth.ts';
import { completeOAuth } from './handlers/complete-o-auth.ts';
import { mountLocalIdentityPage } from './local-identity-page.ts';
import { listIdentities } from './handlers/list-identities.ts';
import { unlinkIdentity } from './handlers/unlink-identity.ts';
import { sendLinkCode } from './handlers/send-link-code.ts';
import { linkIdentity } from './handlers/link-identity.ts';
import { claimIdentity } from './handlers/claim-identity.ts';

const stranger = { by: 'ip', max: 60, seconds: 60 } as const;
const codes = { by: 'ip', max: 100, seconds: 3600 } as const;
const often = { by: 'user', max: 30, seconds: 60 } as const;
/** A browser returning from a service may hold a session that has ended in the meantime. */
const open = { ignores_ended_session: true } as const;

/** Login with third-party identities, and managing them. */
export const identitiesFeature: Feature = {
  routes: [
    route.open(thirdParty.startOAuth, { ...open, limit: stranger, handler: startOAuth }),
    route.open(thirdParty.completeOAuth, { ...open, limit: stranger, handler: completeOAuth }),
    route.open(thirdParty.sendLinkCode, { ...open, limit: codes, handler: sendLinkCode }),
    route.open(thirdParty.linkIdentity, { ...open, limit: codes, handler: linkIdentity }),
    route.auth(thirdParty.claimIdentity, { limit: often, handler: claimIdentity }),
    route.auth(thirdParty.listIdentities, { handler: listIdentities }),
    route.auth(thirdParty.unlinkIdentity, { limit: often, handler: unlinkIdentity }),
  ],
  mount: mountLocalIdentityPage,
};
