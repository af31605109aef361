import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSchoolName } from '../../app/config.ts';
import { Logo } from '../../ui/logo.tsx';
import css from './top-bar.module.css';

/** The one bar above every page: the school, the ways on a wide screen, and at the right what the page adds. */
export function TopBar({
  tabs,
  isQuiet = false,
  children,
}: {
  tabs: ReactNode;
  /** Without a bar on phones: the page begins with its own heading. */
  isQuiet?: boolean;
  children?: ReactNode;
}) {
  const school = useSchoolName();
  return (
    <header className={css['bar']} data-quiet={isQuiet}>
      <Link to="/open/index" className={css['brand']}>
        <Logo size={30} name={school} />
        <span>{school}</span>
      </Link>
      {tabs}
      <div className={css['right']}>{children}</div>
    </header>
  );
}
