import { Link } from 'react-router';
import talkWords from 'virtual:locale/talk';
import type { ChatRow } from '@kaike/shared/contracts/ai/ai-talk';
import * as aiTalk from '@kaike/shared/contracts/ai/ai-talk';
import { chatStatus } from '@kaike/shared/domain/ai/chat-status';
import { formatSpan } from '@kaike/shared/kit/format';
import { useDates } from '../../../../app/dates.ts';
import { call } from '../../../../api/client.ts';
import { saveText } from '../../../../ui/save-text.ts';
import { useLocale } from '../../../../app/wording.ts';
import { Tag } from '../../../../ui/parts.tsx';
import { toastError } from '../toast-error.ts';
import { writeTalk } from './write-talk.ts';
import css from '../talk.module.css';

/** A talk of the past: its report, its lines, its text, and away with it. */
export function TalkRow({ row, onRemove }: { row: ChatRow; onRemove: () => void }) {
  const dates = useDates();
  const t = talkWords.useT();
  const locale = useLocale();
  const { id, status, goals_done: done, goal_count: count } = row;
  const isActive = status === chatStatus.active;
  const save = async (): Promise<void> => {
    const chat = await call(aiTalk.getChat, { params: { id }, quiet: true });
    saveText(`${t('talk.export.file')}-${id}.txt`, writeTalk(chat, t));
  };
  return (
    <li className={css['sentence']}>
      <p className={css['spread']}>
        <strong>{row.title}</strong>
        <Tag tone={isActive ? 'info' : 'default'}>{t(`talk.history.status.${status}`)}</Tag>
      </p>
      <p className={css['meta']}>
        {[
          row.people_name,
          dates.when(row.started_at),
          count > 0 ? t('talk.goal_count', { done, count }) : '',
          formatSpan(row.talk_sec, locale),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className={css['row']}>
        <Link className={css['tool']} to={`/home/ai-teacher/talks/${id}`}>
          {t(isActive ? 'talk.history.go_on' : 'talk.history.open')}
        </Link>
        {isActive ? null : (
          <Link className={css['tool']} to={`/home/ai-teacher/talks/${id}/report`}>
            {t('talk.history.report')}
          </Link>
        )}
        <button type="button" className={css['tool']} onClick={() => void save().catch(toastError)}>
          {t('talk.history.export')}
        </button>
        <button type="button" className={css['tool']} onClick={onRemove}>
          {t('talk.history.remove')}
        </button>
      </div>
    </li>
  );
}
