import * as thirdParty from '@kaike/shared/contracts/third-party';
import { route } from '../../core/route.ts';
import type { Feature } from '../feature.ts';
import { beginOtherLogin } from './begin-other-login.ts';
import { endOtherLogin } from './end-other-login.ts';
import { mountLocalIdentityPage } from './local-identity-page.ts';
import { listOwnOusers, unbindOwnOuser } from './my-ousers.ts';
import { bindByMobile, claimIdentity, sendBindCode } from './ouser-claims.ts';

const stranger = { by: 'ip', max: 60, seconds: 60 } as const;
const codes = { by: 'ip', max: 100, seconds: 3600 } as const;
const often = { by: 'user', max: 30, seconds: 60 } as const;
/** A browser returning from a service may hold a session that has ended in the meantime. */
const open = { ignores_ended_session: true } as const;

/** Login with third-party identities, and managing them. */
export const ousersFeature: Feature = {
  routes: [
    route.open(thirdParty.startOAuth, { ...open, limit: stranger, handler: beginOtherLogin }),
    route.open(thirdParty.completeOAuth, { ...open, limit: stranger, handler: endOtherLogin }),
    route.open(thirdParty.sendLinkCode, { ...open, limit: codes, handler: sendBindCode }),
    route.open(thirdParty.linkIdentity, { ...open, limit: codes, handler: bindByMobile }),
    route.auth(thirdParty.claimIdentity, { limit: often, handler: claimIdentity }),
    route.auth(thirdParty.listIdentities, { handler: listOwnOusers }),
    route.auth(thirdParty.unlinkIdentity, { limit: often, handler: unbindOwnOuser }),
  ],
  mount: mountLocalIdentityPage,
};
