import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import accountWords from 'virtual:words/account';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/parts.tsx';
import css from '../account.module.css';

/** Link state for opening such a page from the learning records. */
export const fromRecords = { from: 'records' };

const isFromRecords = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'from' in state && state.from === fromRecords.from;

/** The title of a page below the personal centre, with a back link: an installed app has no other. */
export function AccountHeader({ title, extra = null }: { title: string; extra?: ReactNode }) {
  const t = accountWords.useT();
  const isRecords = isFromRecords(useLocation().state);
  return (
    <>
      <Link className={css['back']} to={isRecords ? '/home/learning-records' : '/home/personage/index'}>
        <Icon name="left" size={18} />
        {t(isRecords ? 'pages.my_records' : 'account.title')}
      </Link>
      <PageHeader title={title} extra={extra} />
    </>
  );
}
