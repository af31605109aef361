import { useState } from 'react';
import { Link } from 'react-router';
import accountWords from 'virtual:locale/account';
import type { Notice } from '@kaike/shared/contracts/auth/account';
import { useDates } from '../../../app/dates.ts';
import { RichText } from '../../../app/components/rich-text.tsx';
import { Tag } from '../../../ui/parts.tsx';
import css from './member-account.module.css';

/** One notice; opening it loads its formatted text and marks it as read. */
export function NoticeRow({ notice, read }: { notice: Notice; read: () => void }) {
  const dates = useDates();
  const t = accountWords.useT();
  const [isOpen, setOpen] = useState(false);
  const onToggle = (open: boolean): void => {
    setOpen(open);
    if (open && !notice.read_at) read();
  };
  return (
    <li className={css['notice']}>
      <details onToggle={(event) => onToggle(event.currentTarget.open)}>
        <summary>
          <strong>{notice.title}</strong>
          {notice.read_at ? null : <Tag tone="danger">{t('account.notice.new')}</Tag>}
          <time dateTime={notice.delivered_at}>{dates.when(notice.delivered_at)}</time>
        </summary>
        <div className={css['body']}>
          {isOpen ? <RichText text={notice.body} className={undefined} /> : null}
          {notice.path ? <Link to={notice.path}>{t('account.notice.path')}</Link> : null}
        </div>
      </details>
    </li>
  );
}
