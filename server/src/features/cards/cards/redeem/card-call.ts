import type { MemberCall } from '../../../../core/call.ts';

/** The parts of a member's request that card use cases need. */
export type CardCall = Pick<MemberCall, 'ctx' | 'actor' | 'ip' | 'locale' | 'time_zone'>;
