import { agencyStatus, type AgencyStatus } from '../people/people.ts';
import type { Transition } from '../status.ts';

const { pending, active, frozen, ended } = agencyStatus;

/** What the school or the parent agency may do with an agency. Ending is final. */
export const agencyActions: Readonly<Record<'activate' | 'freeze' | 'unfreeze' | 'end', Transition<AgencyStatus>>> = {
  activate: { from: [pending], to: active },
  freeze: { from: [active], to: frozen },
  unfreeze: { from: [frozen], to: active },
  end: { from: [pending, active, frozen], to: ended },
};
