import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { loadUser, useSession } from '../../app/session.ts';

/** Where public/early.js finds the request it must not send, as it would be refused. */
const refusedKey = 'refused';

/**
 * Whether the member's own learning is open; undefined until it is known. The session's no is asked for anew: a lesson may
 * have been begun since.
 */
export function useMayStudy(): boolean | undefined {
  const isOpen = useSession(({ user }) => user?.member?.may_study ?? true);
  const { data: user, isError } = useQuery({
    queryKey: ['home', 'may-study'],
    queryFn: () => loadUser(true),
    enabled: !isOpen,
  });
  const mayStudy = isOpen || isError ? true : user === undefined ? undefined : (user?.member?.may_study ?? true);
  useEffect(() => {
    if (mayStudy === false) localStorage.setItem(refusedKey, '/home/index');
    else if (mayStudy) localStorage.removeItem(refusedKey);
  }, [mayStudy]);
  return mayStudy;
}
