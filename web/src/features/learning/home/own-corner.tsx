import { Link } from 'react-router';
import { Portrait } from '../../../app/components/portrait.tsx';
import { useOwnName, useSession } from '../../../app/session.ts';
import { useUnread } from './unread.ts';
import { Bell } from './bell.tsx';

/** At the right end of a wide bar: the notices, and the learner's face as the way to their own page. */
export function OwnCorner() {
  const name = useOwnName();
  const user = useSession((state) => state.user);
  const unread = useUnread() ?? 0;
  if (!user) return null;
  return (
    <>
      <Bell unread={unread} />
      <Link to="/home/personage/index" aria-label={name}>
        <Portrait name={name} src={user.avatar} gender={user.member?.gender ?? 0} size={36} />
      </Link>
    </>
  );
}
