import type { ReactNode } from 'react';
import { NotActivated } from '../../../app/loading/load-failure.tsx';
import { useMayStudy } from '../../../app/loading/use-may-study.ts';

type Props = {
  /** Stands above what takes the place of the learning, which has its own. */
  heading?: ReactNode;
  waiting: ReactNode;
  children: ReactNode;
};

/** The member's own learning. Who has none yet finds the ways to it instead, and nothing is requested that the server would refuse. */
export function OwnLearning({ heading, waiting, children }: Props) {
  const mayStudy = useMayStudy();
  if (mayStudy === true) return children;
  return (
    <>
      {heading}
      {mayStudy === undefined ? waiting : <NotActivated />}
    </>
  );
}
