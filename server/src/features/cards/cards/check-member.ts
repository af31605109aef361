import { memberStatus } from '@kaike/shared/domain/people/member-status';
import { assert } from '../../../core/app-error.ts';
import type { CardCall } from './redeem/card-call.ts';

/** Refuses members whose account is stopped. */
export function checkMember({ actor }: CardCall): void {
  assert(actor.member.status !== memberStatus.stopped, 'auth.account_stopped');
}
