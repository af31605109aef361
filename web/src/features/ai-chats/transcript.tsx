import type { aiChats } from '@kaike/shared/resources/ai-chats';
import { Link } from 'react-router';
import aiWords from 'virtual:words/ai_admin';
import { aiMessageStatus } from '@kaike/shared/domain/ai/chat-status';
import { formatDateTime } from '@kaike/shared/kit/format';
import { useT } from '../../app/wording.ts';
import type { PanelProps } from '../../kit/resource-view.ts';
import css from './transcript.module.css';

type Correction = { span?: string; fix?: string; why?: string };
type Message = {
  id: number;
  seq: number;
  role: 'member' | 'ai' | 'system';
  content: string;
  translation: string | null;
  audio_url: string | null;
  corrections: Correction[];
  status: number;
  created_at: string;
};
type Transcript = { messages?: Message[]; has_more_messages?: boolean };

const whole: readonly number[] = [aiMessageStatus.done, aiMessageStatus.pending, aiMessageStatus.streaming];

function Corrections({ of }: { of: readonly Correction[] }) {
  const t = aiWords.useT();
  if (of.length === 0) return null;
  return (
    <ul className={css['corrections']}>
      {of.map(({ span = '', fix = '', why = '' }) => (
        <li key={`${span}-${fix}`}>
          <del>{span}</del> {t('ai_admin.chats.correction', { fix })}
          {why ? <span className="kk-muted"> {why}</span> : null}
        </li>
      ))}
    </ul>
  );
}

function Bubble({ message }: { message: Message }) {
  const t = aiWords.useT();
  const { role, content, translation, audio_url: audio, corrections, status } = message;
  const statusKey = Object.entries(aiMessageStatus).find(([, value]) => value === status)?.[0] ?? '';
  return (
    <li className={css[role]}>
      <p className={css['about']}>
        <span className={role === 'ai' ? 'kk-tag kk-tag-purple' : ''}>
          {t(`ai_admin.chats.${role === 'ai' ? 'ai_label' : role}`)}
        </span>
        <time dateTime={message.created_at}>{formatDateTime(message.created_at)}</time>
        {whole.includes(status) ? null : (
          <span className="kk-tag kk-tag-warning">{t(`resources.ai-messages.choices.status.${statusKey}`)}</span>
        )}
      </p>
      <p className={css['text']}>{content}</p>
      {translation ? <p className={css['translation']}>{translation}</p> : null}
      {audio ? (
        <a href={audio} target="_blank" rel="noreferrer">
          {t('ai_admin.chats.audio')}
        </a>
      ) : null}
      <Corrections of={corrections} />
    </li>
  );
}

/** The conversation of the member and the AI, read-only. */
export function TranscriptPanel({ row }: PanelProps<typeof aiChats, Transcript>) {
  const t = aiWords.useT();
  const area = useT();
  const { messages = [], has_more_messages: hasMore = false } = row;
  const [summary, advice] = [String(row.summary ?? ''), String(row.advice ?? '')];
  return (
    <section className={css['panel']}>
      {summary ? (
        <p>
          <strong>{area('resources.ai-chats.fields.summary')}</strong> {summary}
        </p>
      ) : null}
      {advice ? (
        <p>
          <strong>{area('resources.ai-chats.fields.advice')}</strong> {advice}
        </p>
      ) : null}
      {messages.length === 0 ? (
        <p className="kk-muted">{t('ai_admin.chats.empty')}</p>
      ) : (
        <ol className={css['messages']}>
          {messages.map((message) => (
            <Bubble key={message.id} message={message} />
          ))}
        </ol>
      )}
      {hasMore ? (
        <Link to={`/admin/ai-messages?where[chat_id]=${row.id}`}>
          {t('ai_admin.chats.more', { count: messages.length })}
        </Link>
      ) : null}
    </section>
  );
}
