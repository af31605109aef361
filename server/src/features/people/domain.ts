import { adminsBehaviour } from './admins/admins.resource.ts';
import { identitiesFeature } from './identities/identities.routes.ts';
import { ousersBehaviour } from './identities/ousers.resource.ts';
import { invitationsBehaviour } from './invitations/invitations.resource.ts';
import { memberJobs } from './members/members.jobs.ts';
import { membersBehaviour } from './members/members.resource.ts';
import { membersFeature } from './members/members.routes.ts';
import { numberRequestsBehaviour } from './members/numbers/number-requests.resource.ts';
import { rolesBehaviour } from './roles/roles.resource.ts';
import { userJobs } from './users/users.jobs.ts';
import { usersBehaviour } from './users/users.resource.ts';
import type { Domain } from '../domain.ts';

export const peopleDomain: Domain = {
  features: [identitiesFeature, membersFeature],
  behaviours: {
    roles: rolesBehaviour,
    members: membersBehaviour,
    invitations: invitationsBehaviour,
    'number-requests': numberRequestsBehaviour,
    admins: adminsBehaviour,
    users: usersBehaviour,
    ousers: ousersBehaviour,
  },
  jobs: [...memberJobs, ...userJobs],
};
