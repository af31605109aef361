import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import handsFreeWords from 'virtual:locale/hands_free';
import { chatStatus } from '@kaike/shared/domain/ai/chat-status';
import { formatSpan } from '@kaike/shared/kit/format';
import { useLocale } from '../../../../app/wording.ts';
import { toast } from '../../../../app/toasts.ts';
import { Button } from '../../../../ui/button.tsx';
import type { TalkSession } from '../session/talk-session.ts';
import { silenceOf } from './gate.ts';
import { startHandsFree, type HandsFreeDeps, type HandsFreeState } from './hands-free.ts';
import { microphoneDeps } from './microphone.ts';
import type { DeafReason } from './recognition.ts';
import { isReading } from './voice.ts';
import css from '../talk.module.css';

type Props = {
  session: TalkSession;
  send: (sound: Blob) => Promise<void>;
  onFail: (reason: DeafReason) => void;
  onEnd: () => void;
};

/** The talk goes on by itself: the teacher is heard, then the learner, until somebody stops it. What it has cost so far is there all the time. */
export function HandsFree({ session, send, onFail, onEnd }: Props) {
  const t = handsFreeWords.useT();
  const locale = useLocale();
  const [state, setState] = useState<HandsFreeState>('waiting');
  const secondsLeft = useStore(session.store, ({ seconds_left: seconds }) => seconds);
  const [atStart] = useState(secondsLeft);
  const wave = useRef<HTMLSpanElement>(null);
  const running = useRef<ReturnType<typeof startHandsFree> | null>(null);
  const latest = useRef({ send, onFail, onEnd });
  useEffect(() => {
    latest.current = { send, onFail, onEnd };
  });
  useEffect(() => {
    const turn: HandsFreeDeps['turn'] = () => {
      const { phase, chat, problem, turn: now } = session.store.getState();
      if (phase !== 'ready' || problem || chat?.status !== chatStatus.active) return 'over';
      return now !== 'idle' || isReading() ? 'busy' : 'free';
    };
    const one = startHandsFree(
      {
        recorder: microphoneDeps,
        turn,
        send: (sound) => latest.current.send(sound),
        silence_ms: silenceOf(session.store.getState().chat?.cefr ?? 'A1'),
      },
      {
        on_state: setState,
        on_level: (level) => wave.current?.style.setProperty('--level', String(Math.min(1, 0.35 + level * 5))),
        on_end(why) {
          if (why === 'quiet') toast('info', t('hands_free.quiet'));
          else if (why !== 'over') latest.current.onFail(why);
          latest.current.onEnd();
        },
      },
    );
    running.current = one;
    // Nobody listens to a page that is not seen.
    const leave = (): void => {
      if (document.visibilityState === 'hidden') latest.current.onEnd();
    };
    document.addEventListener('visibilitychange', leave);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      one.stop();
    };
  }, [session, t]);
  return (
    <section className={css['hold']} aria-label={t('hands_free.title')}>
      <p className={css['draft']}>
        <span className={css['wave']} ref={wave} aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
          <i />
        </span>{' '}
        <span role="status">{t(`hands_free.${state}`)}</span>
      </p>
      <div className={css['row']}>
        <Button look="primary" disabled={state !== 'speaking'} onClick={() => running.current?.done()}>
          {t('hands_free.done')}
        </Button>
        <Button look="danger" onClick={onEnd}>
          {t('hands_free.stop')}
        </Button>
      </div>
      <p className={css['meta']}>
        {t('hands_free.cost', {
          used: Math.max(0, atStart - secondsLeft),
          left: formatSpan(secondsLeft, locale),
        })}
      </p>
    </section>
  );
}
