import type { MemberCall } from '../../../http/route.ts';

/** The parts of a learner's request that use cases of cards need. */
export type LearnerCall = Pick<MemberCall, 'ctx' | 'actor' | 'ip' | 'locale' | 'time_zone'>;
