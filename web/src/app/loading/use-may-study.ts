import { useEffect, useState } from 'react';
import { loadUser, useSession } from '../session.ts';

/**
 * Whether the member's own learning is open; undefined until it is known. The session's no is asked for anew: a lesson may
 * have been begun since.
 */
export function useMayStudy(): boolean | undefined {
  const mayStudy = useSession(({ user }) => user?.member?.may_study ?? true);
  const [isKnown, setIsKnown] = useState(mayStudy);
  useEffect(() => {
    if (!isKnown) void loadUser(true).then(() => setIsKnown(true));
  }, [isKnown]);
  return mayStudy || isKnown ? mayStudy : undefined;
}
