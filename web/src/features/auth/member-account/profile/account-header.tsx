import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import accountWords from 'virtual:locale/account';
import { BackLink } from '../../../../app/components/back-link.tsx';
import { PageHeader } from '../../../../ui/parts.tsx';

/** Link state for opening such a page from the learning records. */
export const fromRecords = { from: 'records' };

const isFromRecords = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'from' in state && state.from === fromRecords.from;

/** The title of a page below the personal centre, with a link back to it. */
export function AccountHeader({ title, extra = null }: { title: string; extra?: ReactNode }) {
  const t = accountWords.useT();
  const isRecords = isFromRecords(useLocation().state);
  return (
    <>
      <BackLink to={isRecords ? '/home/learning-records' : '/home/personage/index'}>
        {t(isRecords ? 'pages.my_records' : 'account.title')}
      </BackLink>
      <PageHeader title={title} extra={extra} />
    </>
  );
}
