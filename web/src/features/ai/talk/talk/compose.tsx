import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from 'react';
import talkWords from 'virtual:locale/talk';
import type { TalkSettings } from '@kaike/shared/contracts/ai/ai-talk';
import { loadChunk } from '../../../../app/loading/load-chunk.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import type { TalkSession } from '../session/talk-session.ts';
import { lastReply, type TalkState } from '../session/talk-state.ts';
import { HintBox } from './hint-box.tsx';
import { HoldBar, type TakeDisplay } from './hold-bar.tsx';
import { canRecognize, listen, type DeafReason, type RecognitionHandle } from '../voice/recognition.ts';
import { useTalkDraft } from '../session/use-talk-draft.ts';
import { stopReading } from '../voice/voice.ts';
import css from '../talk.module.css';
import { isComposing } from '../../../../form/is-composing.ts';

const VoiceBar = lazy(async () => ({
  default: (await loadChunk(() => import('../voice/voice-bar.tsx'))).VoiceBar,
}));

/** Why speaking does not work here: a key below `talk.off`; null when it does. */
function useDeafness(hear: TalkSettings['capabilities']['hear'] | undefined) {
  const [failure, setFailure] = useState<DeafReason | null>(null);
  if (failure) return { why: failure, setFailure };
  if (!hear?.provider) return { why: hear?.off ?? 'needs_service', setFailure };
  return { why: hear.provider === 'vendor' || canRecognize() ? null : 'no_recognition', setFailure };
}

type Props = {
  session: TalkSession;
  state: TalkState;
  settings: TalkSettings | undefined;
  maxCharacters: number;
  /** Stops the teacher, voice and text. */
  onStop: () => void;
};

function Typing({
  session,
  state,
  maxCharacters: max,
  onStop,
  initial,
}: Omit<Props, 'settings'> & { initial: string }) {
  const t = talkWords.useT();
  const [text, setText] = useState(initial || state.draft);
  useTalkDraft(state.chat?.id ?? null, { text, setText });
  const field = useRef<HTMLTextAreaElement>(null);
  const isBusy = state.turn !== 'idle';
  /** Sent before the talk was open: the line goes as soon as it is. */
  const [isWaiting, setIsWaiting] = useState(false);
  useEffect(() => {
    if (initial !== '') field.current?.focus();
  }, [initial]);
  useEffect(() => {
    if (state.draft !== '') setText((now) => (now.trim() === '' ? state.draft : now));
  }, [state.draft]);
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (text.trim() === '' || isBusy) return;
    if (state.phase === 'loading') return setIsWaiting(true);
    stopReading();
    if (session.send(text)) setText('');
  };
  useEffect(() => {
    if (!isWaiting || state.phase === 'loading') return;
    setIsWaiting(false);
    if (session.send(text)) setText('');
  }, [isWaiting, session, state.phase, text]);
  return (
    <form className={css['typing']} onSubmit={submit}>
      <textarea
        ref={field}
        lang={state.chat?.people.language}
        rows={1}
        value={text}
        maxLength={max}
        aria-label={t('talk.input.label')}
        placeholder={t('talk.input.placeholder')}
        autoComplete="off"
        enterKeyHint="send"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          // Enter that ends the choice of a sign by an input method is not for us.
          if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
          submit(event);
        }}
      />
      {isBusy ? (
        <Button onClick={onStop} disabled={state.turn !== 'replying'}>
          {t('talk.input.stop')}
        </Button>
      ) : (
        <Button look="primary" type="submit" disabled={text.trim() === ''}>
          {t('talk.input.send')}
        </Button>
      )}
    </form>
  );
}

type SpeakingProps = {
  session: TalkSession;
  state: TalkState;
  voice: TalkSettings['voice'] | undefined;
  onFail: (reason: DeafReason) => void;
};

/** Speaking: heard by the school's service where there is one, else by the browser. */
function Speaking({ session, state, voice, onFail }: SpeakingProps) {
  const t = talkWords.useT();
  const disabled = state.turn !== 'idle';
  if (voice)
    return (
      <Suspense fallback={<p className={css['meta']}>{t('talk.hold.loading')}</p>}>
        <VoiceBar session={session} voice={voice} disabled={disabled} onFail={onFail} />
      </Suspense>
    );
  const begin = (display: TakeDisplay): RecognitionHandle | null =>
    listen(state.chat?.people.language ?? 'en', {
      on_text: display.show,
      on_end(speech) {
        display.end();
        session.hear(speech);
      },
      on_fail(reason) {
        display.end();
        onFail(reason);
      },
    });
  return <HoldBar begin={begin} disabled={disabled} note={t('talk.hold.by_browser')} />;
}

/** Where the learner answers: by voice where that works, always by typing, with a hint at hand. */
export function Compose(props: Props) {
  const { session, state, settings, ...rest } = props;
  const t = talkWords.useT();
  const { why, setFailure } = useDeafness(settings?.capabilities.hear);
  const [isTyping, setIsTyping] = useState(false);
  const [example, setExample] = useState({ text: '', n: 0 });
  const reply = lastReply(state);
  const mustType = why !== null || isTyping || state.draft !== '' || example.text !== '';
  return (
    <div className={css['compose']}>
      {state.turn === 'idle' && reply && state.chat?.provider === 'script' ? (
        <HintBox
          key={`hint-${reply.id}`}
          messageId={reply.id}
          onUse={(text) => setExample(({ n }) => ({ text, n: n + 1 }))}
        />
      ) : null}
      {mustType ? (
        <Typing key={`typing-${example.n}`} {...rest} session={session} state={state} initial={example.text} />
      ) : (
        <Speaking session={session} state={state} voice={settings?.voice} onFail={setFailure} />
      )}
      {!mustType && state.turn !== 'idle' ? (
        <Button onClick={props.onStop} disabled={state.turn !== 'replying'}>
          {t('talk.input.stop')}
        </Button>
      ) : null}
      {why ? (
        <p className={css['meta']}>{t('talk.input.why_typing', { why: t(`talk.off.${why}`) })}</p>
      ) : (
        <button
          type="button"
          className={css['tool']}
          onClick={() => {
            setExample({ text: '', n: 0 });
            session.store.setState({ draft: '' });
            setIsTyping(!mustType);
          }}
        >
          <Icon name={mustType ? 'mic' : 'edit'} size={18} /> {t(mustType ? 'talk.input.voice' : 'talk.input.keyboard')}
        </button>
      )}
    </div>
  );
}
