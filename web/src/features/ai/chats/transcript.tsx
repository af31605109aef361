import type { aiChats } from '@kaike/shared/resources/ai/ai-chats';
import { useState } from 'react';
import aiWords from 'virtual:locale/ai_admin';
import type { Transcript } from '@kaike/shared/contracts/ai/ai-chats';
import * as aiChatsApi from '@kaike/shared/contracts/ai/ai-chats';
import { isModelCode } from '@kaike/shared/domain/ai/learner/model-corrections';
import { aiMessageStatus } from '@kaike/shared/domain/ai/chat-status';
import { formatDateTime } from '@kaike/shared/kit/format';
import { call } from '../../../api/client.ts';
import { toast } from '../../../app/toasts.ts';
import type { PanelProps } from '../../../kit/resource-view.ts';
import { Button } from '../../../kit/widgets.ts';
import { ReadForReason } from './read-for-reason.tsx';
import css from './transcript.module.css';

type Correction = { code?: string; span?: string; fix?: string; why?: string };
type Message = Transcript['messages'][number];

const whole: readonly number[] = [aiMessageStatus.done, aiMessageStatus.pending, aiMessageStatus.streaming];

function Corrections({ of }: { of: readonly Correction[] }) {
  const t = aiWords.useT();
  if (of.length === 0) return null;
  return (
    <ul className={css['corrections']}>
      {of.map(({ code = '', span = '', fix = '', why = '' }) => (
        <li key={`${span}-${fix}`}>
          <del>{span}</del> {t('ai_admin.chats.correction', { fix })}
          {why ? <span className="kk-muted"> {why}</span> : null}
          {isModelCode(code) ? <span className="kk-tag">{t('ai_admin.chats.ai_label')}</span> : null}
        </li>
      ))}
    </ul>
  );
}

/** Makes a case of the lab from a reply. */
function CaseButton({ id }: { id: number }) {
  const t = aiWords.useT();
  const [isBusy, setIsBusy] = useState(false);
  const add = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await call(aiChatsApi.createLabCase, { params: { id } });
      toast('success', t('ai_admin.chats.case_added'));
    } catch {
      // The client has shown why.
    }
    setIsBusy(false);
  };
  return (
    <Button type="link" size="small" loading={isBusy} onClick={() => void add()}>
      {t('ai_admin.chats.case')}
    </Button>
  );
}

/** A line; what a machine wrote says so. */
function Bubble({ message, canAdd }: { message: Message; canAdd: boolean }) {
  const t = aiWords.useT();
  const { role, content, translation, audio_url: audio, corrections, status, is_scripted } = message;
  const statusKey = Object.entries(aiMessageStatus).find(([, value]) => value === status)?.[0] ?? '';
  return (
    <li className={css[role]}>
      <p className={css['about']}>
        <span className={role === 'ai' ? 'kk-tag kk-tag-purple' : ''}>
          {t(
            role === 'ai'
              ? is_scripted
                ? 'ai_admin.trial.label'
                : 'ai_admin.chats.ai_label'
              : `ai_admin.chats.${role}`,
          )}
        </span>
        <time dateTime={message.created_at}>{formatDateTime(message.created_at)}</time>
        {whole.includes(status) ? null : (
          <span className="kk-tag kk-tag-warning">{t(`resources.ai-messages.choices.status.${statusKey}`)}</span>
        )}
        {canAdd ? <CaseButton id={message.id} /> : null}
      </p>
      <p className={css['text']}>{content}</p>
      {translation ? <p className={css['translation']}>{translation}</p> : null}
      {audio ? (
        <a href={audio} target="_blank" rel="noreferrer">
          {t('ai_admin.chats.audio')}
        </a>
      ) : null}
      <Corrections of={Array.isArray(corrections) ? corrections : []} />
    </li>
  );
}

function Messages({ transcript: { messages, has_more, may_add_case: mayAdd } }: { transcript: Transcript }) {
  const t = aiWords.useT();
  if (messages.length === 0) return <p className="kk-muted">{t('ai_admin.chats.empty')}</p>;
  return (
    <>
      <ol className={css['messages']}>
        {messages.map((message) => (
          <Bubble key={message.id} message={message} canAdd={mayAdd && message.is_reply} />
        ))}
      </ol>
      {has_more ? <p className="kk-muted">{t('ai_admin.chats.more', { count: messages.length })}</p> : null}
    </>
  );
}

/** What a chat service wrote for the learner's report. */
function Summary({ transcript: { summary, advice } }: { transcript: Transcript }) {
  const t = aiWords.useT();
  if (summary === '') return null;
  return (
    <div lang="zh-CN">
      <p>
        <strong>{t('ai_admin.chats.summary')}</strong>{' '}
        <span className="kk-tag kk-tag-purple">{t('ai_admin.chats.ai_label')}</span> {summary}
      </p>
      <p>
        <strong>{t('ai_admin.chats.advice')}</strong> {advice}
      </p>
    </div>
  );
}

/** The conversation of the member and the AI, read for a reason. */
export function TranscriptPanel({ row }: PanelProps<typeof aiChats>) {
  const t = aiWords.useT();
  const [transcript, setTranscript] = useState<Transcript | null>(null);
  return (
    <section className={css['panel']}>
      {transcript ? (
        <>
          <Summary transcript={transcript} />
          <Messages transcript={transcript} />
        </>
      ) : (
        <ReadForReason
          note={t('ai_admin.chats.sealed')}
          label={t('ai_admin.chats.read')}
          read={async (reason) =>
            setTranscript(await call(aiChatsApi.getTranscript, { params: { id: row.id }, body: { reason } }))
          }
        />
      )}
    </section>
  );
}
