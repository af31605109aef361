import { useQuery } from '@tanstack/react-query';
import { loadUser, useSession } from '../../app/session.ts';

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
  if (isOpen || isError) return true;
  return user === undefined ? undefined : (user?.member?.may_study ?? true);
}
