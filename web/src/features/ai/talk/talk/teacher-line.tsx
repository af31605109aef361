import { useState } from 'react';
import { useStore } from 'zustand';
import talkWords from 'virtual:locale/talk';
import type { TalkMessage } from '@kaike/shared/contracts/ai/ai-messages';
import * as aiMessages from '@kaike/shared/contracts/ai/ai-messages';
import type { TalkChat } from '@kaike/shared/contracts/ai/ai-talk';
import { aiMessageStatus } from '@kaike/shared/domain/ai/chat-status';
import { ApiError } from '../../../../api/api-error.ts';
import { call } from '../../../../api/client.ts';
import { toast } from '../../../../app/toasts.ts';
import { useChineseLang } from '../../../../app/wording.ts';
import { toastError } from '../toast-error.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { GuardCard } from './guard-card.tsx';
import { LineText } from './line-text.tsx';
import { lineSpeech } from '../voice/speeches.ts';
import { speakNow, stopReading, voiceStore } from '../voice/voice.ts';
import css from '../talk.module.css';

const { stopped, failed, blocked, streaming, pending } = aiMessageStatus;

/** The whole translation, loaded when it is first shown. */
function useTranslation(messageId: number): { text: string | null; toggle: () => void; isShown: boolean } {
  const t = talkWords.useT();
  const [text, setText] = useState<string | null>(null);
  const [isShown, setIsShown] = useState(false);
  const load = async (): Promise<void> => {
    try {
      setText((await call(aiMessages.translateLine, { body: { message_id: messageId }, quiet: true })).text);
    } catch (error) {
      setIsShown(false);
      if (error instanceof ApiError && error.code === 'ai.no_translation') toast('info', t('talk.line.no_translation'));
      else toastError(error);
    }
  };
  const toggle = (): void => {
    setIsShown(!isShown);
    if (!isShown && text === null) void load();
  };
  return { text, toggle, isShown };
}

function Mark({ message: { status, finish_reason: reason } }: { message: TalkMessage }) {
  const t = talkWords.useT();
  const key = status === stopped ? 'stopped' : status === failed ? 'failed' : reason === 'length' ? 'unfinished' : null;
  return key ? <span className={css['mark']}>{t(`talk.line.${key}`)}</span> : null;
}

/** Who made the line: a service, a person in advance, or a person because no service could. */
function labelOf({ is_scripted, reply_to }: TalkMessage, { provider }: TalkChat): string {
  if (!is_scripted) return 'talk.ai_made';
  return provider === 'script' || reply_to === null ? 'talk.scripted' : 'talk.stand_in';
}

function ReadTools({ message, chat }: { message: TalkMessage; chat: TalkChat }) {
  const t = talkWords.useT();
  const isReading = useStore(voiceStore, (state) => state.reading?.message_id === message.id);
  const read = (isSlow: boolean): void => speakNow(lineSpeech(message, chat.people, isSlow));
  return (
    <>
      <button
        type="button"
        className={css['tool']}
        aria-label={t(isReading ? 'talk.line.stop_voice' : 'talk.line.replay')}
        onClick={() => (isReading ? stopReading() : read(false))}
      >
        <Icon name={isReading ? 'pause' : 'volume'} size={20} />
      </button>
      <button type="button" className={css['tool']} onClick={() => read(true)}>
        {t('talk.line.slow')}
      </button>
    </>
  );
}

/** A line of the teacher: to look up, translate, hear again, save and report. */
export function TeacherLine({
  message,
  chat,
  canRead,
  onWord,
  onChange,
  onReport,
}: {
  message: TalkMessage;
  chat: TalkChat;
  canRead: boolean;
  onWord: (place: { message_id: number; at: number }) => void;
  onChange: (message: TalkMessage) => void;
  onReport: () => void;
}) {
  const t = talkWords.useT();
  const chinese = useChineseLang();
  const { text: translation, toggle, isShown } = useTranslation(message.id);
  const { id, content, status, saved, is_reported } = message;
  const isRunning = status === streaming || status === pending;
  const save = async (): Promise<void> => {
    const answer = await call(aiMessages.saveLine, {
      params: { id },
      body: { saved: !saved },
      quiet: true,
    });
    onChange(answer.reply);
    toast('success', t(saved ? 'talk.line.unsave' : 'talk.line.saved'));
  };
  if (status === blocked) return <GuardCard reason={message.finish_reason} />;
  return (
    <li className={css['teacher']} aria-busy={isRunning} data-saved={saved}>
      <span className="visually-hidden">{t('talk.line.teacher')}</span>
      <LineText
        messageId={id}
        text={content}
        language={chat.people.language}
        onWord={(at) => onWord({ message_id: id, at })}
        onLine={toggle}
        onLongPress={() => void save().catch(toastError)}
      />
      {isRunning && content === '' ? <span className={css['dots']} aria-hidden="true" /> : null}
      {isShown && translation ? (
        <p className={css['translation']} lang={chinese}>
          {translation}
        </p>
      ) : null}
      <div className={css['tools']}>
        {isRunning ? null : (
          <>
            {canRead ? <ReadTools message={message} chat={chat} /> : null}
            <button type="button" className={css['tool']} aria-expanded={isShown} onClick={toggle}>
              {t(isShown ? 'talk.line.hide_translation' : 'talk.line.translate')}
            </button>
            <button
              type="button"
              className={css['tool']}
              aria-pressed={saved}
              onClick={() => void save().catch(toastError)}
            >
              {t(saved ? 'talk.line.saved' : 'talk.line.save')}
            </button>
            <button type="button" className={css['tool']} disabled={is_reported} onClick={onReport}>
              {t(is_reported ? 'talk.line.reported' : 'talk.line.report')}
            </button>
          </>
        )}
        <Mark message={message} />
        <span className={css['label']}>{t(labelOf(message, chat))}</span>
      </div>
    </li>
  );
}
