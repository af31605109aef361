import { lazy, Suspense, useEffect, useRef, type ClipboardEvent } from 'react';
import talkWords from 'virtual:locale/talk';
import type { TalkMessage } from '@kaike/shared/contracts/ai/ai-messages';
import { aiMessageStatus } from '@kaike/shared/domain/ai/chat-status';
import type { TalkState } from '../session/talk-state.ts';
import { loadChunk } from '../../../../app/loading/load-chunk.ts';
import { TeacherLine } from './teacher-line.tsx';
import css from '../talk.module.css';

type Mine = { message: TalkMessage; language: string; onChange: (message: TalkMessage) => void };
const PlainLine = ({ message, language }: Mine) => <p lang={language}>{message.content}</p>;

/** Loaded with the first correction; without it the words stand as they were said. */
const CorrectedLine = lazy(() =>
  loadChunk(() => import('../marks/corrected-line.tsx')).then(
    (chunk) => ({ default: chunk.CorrectedLine }),
    () => ({ default: PlainLine }),
  ),
);

function MyLine(props: Mine) {
  if (props.message.corrections.length === 0) return <PlainLine {...props} />;
  return (
    <Suspense fallback={<PlainLine {...props} />}>
      <CorrectedLine {...props} />
    </Suspense>
  );
}

/** What was said so far, scrolled to the last line. Screen readers hear each sentence once it is complete. */
export function Lines({
  state: { chat, messages, sentence, turn },
  canRead,
  onWord,
  onChange,
  onReport,
}: {
  state: TalkState;
  canRead: boolean;
  onWord: (place: { message_id: number; at: number }) => void;
  onChange: (message: TalkMessage) => void;
  onReport: (message: TalkMessage) => void;
}) {
  const t = talkWords.useT();
  const list = useRef<HTMLOListElement>(null);
  const length = messages.at(-1)?.content.length;
  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
    // With the end of a turn the foot grows.
  }, [messages.length, length, turn]);
  if (!chat) return null;
  /** What is copied of a machine's lines says so. */
  const label = (event: ClipboardEvent): void => {
    const text = document.getSelection()?.toString() ?? '';
    if (text === '') return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', `${text}\n${t('talk.copied_label')}`);
  };
  return (
    <>
      <ol
        className={css['lines']}
        ref={list}
        onCopy={messages.some(({ role, is_scripted }) => role === 'ai' && !is_scripted) ? label : undefined}
      >
        {messages
          .filter(({ is_replaced }) => !is_replaced)
          .map((message) =>
            message.role === 'ai' ? (
              <TeacherLine
                key={message.id}
                message={message}
                chat={chat}
                canRead={canRead}
                onWord={onWord}
                onChange={onChange}
                onReport={() => onReport(message)}
              />
            ) : (
              <li key={message.client_msg_id ?? message.id} className={css['mine']} aria-busy={message.id === 0}>
                <span className="visually-hidden">{t('talk.line.me')}</span>
                <MyLine message={message} language={chat.people.language} onChange={onChange} />
                {message.status === aiMessageStatus.blocked ? (
                  <span className={css['mark']}>{t('talk.guard.unsent')}</span>
                ) : null}
              </li>
            ),
          )}
      </ol>
      <p className="visually-hidden" role="status" lang={chat.people.language}>
        {turn === 'idle' && !sentence ? '' : sentence?.text}
      </p>
    </>
  );
}
