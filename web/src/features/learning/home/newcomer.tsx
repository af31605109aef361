import type { ReactNode } from 'react';
import { useUnread } from './unread.ts';
import { FreeCourses } from './free-courses.tsx';
import { Greeting } from './today-row.tsx';
import { LateWelcome } from './welcome/late-welcome.tsx';

/** Who has no card yet is greeted, too, and finds what can be studied without one. */
export function Newcomer({ children }: { children: ReactNode }) {
  const unread = useUnread() ?? 0;
  return (
    <>
      <Greeting unread={unread} />
      <LateWelcome />
      {children}
      <FreeCourses />
    </>
  );
}
