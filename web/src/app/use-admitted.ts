import { useSession } from './session.ts';

/** Whether the back office is open to this person: the server refuses all of it until a required password or second factor is set. */
export const useAdmitted = (): boolean => useSession(({ user }) => !user?.must_change_password && !user?.must_enrol);
