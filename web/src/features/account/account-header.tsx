import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/parts.tsx';
import { accountWords } from './account-words.ts';
import css from './account.module.css';

/** The title of a page below the personal centre, and the way back there: an installed app has no other. */
export function AccountHeader({ title, extra = null }: { title: string; extra?: ReactNode }) {
  const t = accountWords.useT();
  return (
    <>
      <Link className={css['back']} to="/home/personage/index"><Icon name="left" size={18} />{t('account.title')}</Link>
      <PageHeader title={title} extra={extra} />
    </>
  );
}
