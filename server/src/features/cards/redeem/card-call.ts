import type { MemberCall } from '../../../http/route.ts';

/** The parts of a member's request that card use cases need. */
export type CardCall = Pick<MemberCall, 'ctx' | 'actor' | 'ip' | 'locale' | 'time_zone'>;
