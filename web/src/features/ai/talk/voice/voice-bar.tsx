import { lazy, Suspense, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import handsFreeWords from 'virtual:locale/hands_free';
import talkWords from 'virtual:locale/talk';
import * as aiHearing from '@kaike/shared/contracts/ai/ai-hearing';
import type { TalkSettings } from '@kaike/shared/contracts/ai/ai-talk';
import { call } from '../../../../api/client.ts';
import { loadChunk } from '../../../../app/loading/load-chunk.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { hear } from '../session/hear-recording.ts';
import type { TalkSession } from '../session/talk-session.ts';
import { messageOf } from '../toast-error.ts';
import { settingsKey } from '../talk.queries.ts';
import { canRecord, microphoneDeps } from './microphone.ts';
import type { DeafReason, RecognitionHandle } from './recognition.ts';
import { startTake } from './recorder.ts';
import { toWav } from './to-wav.ts';
import css from '../talk.module.css';
import { HoldBar, type TakeDisplay } from '../talk/hold-bar.tsx';

const HandsFree = lazy(async () => ({
  default: (await loadChunk(() => import('./hands-free-bar.tsx'))).HandsFree,
}));

type Voice = NonNullable<TalkSettings['voice']>;

/** Asked once, before the first recording: who receives it and what for. */
function Consent({ voice }: { voice: Voice }) {
  const t = talkWords.useT();
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const { recipient, name, is_abroad } = voice;
  const agree = async (): Promise<void> => {
    setIsBusy(true);
    setProblem('');
    try {
      await call(aiHearing.updateConsent, { body: { recipient, is_agreed: true }, quiet: true });
    } catch (error) {
      setProblem(messageOf(error));
    }
    await client.invalidateQueries({ queryKey: settingsKey });
    setIsBusy(false);
  };
  return (
    <section className={css['hold']} aria-labelledby="voice-consent">
      <strong id="voice-consent">{t('talk.voice.title')}</strong>
      <p>
        {t('talk.voice.sentence', { name })} {is_abroad ? t('talk.voice.abroad', { name }) : ''}
      </p>
      <p className={css['meta']}>{t('talk.voice.note')}</p>
      {problem === '' ? null : (
        <p className={css['problem']} role="alert">
          {problem}
        </p>
      )}
      <Button look="primary" disabled={isBusy} onClick={() => void agree()}>
        {t('talk.voice.agree')}
      </Button>
    </section>
  );
}

const secondsOf = (ms: number): string => `0:${String(Math.min(Math.floor(ms / 1000), 59)).padStart(2, '0')}`;

type Props = {
  session: TalkSession;
  voice: Voice;
  disabled: boolean;
  onFail: (reason: DeafReason) => void;
};

/** Hold to talk where the school has a service that hears: the recording is sent and its words are the learner's line. */
export function VoiceBar({ session, voice, disabled, onFail }: Props) {
  const t = talkWords.useT();
  const h = handsFreeWords.useT();
  const [isHandsFree, setIsHandsFree] = useState(false);
  if (!voice.is_agreed) return <Consent voice={voice} />;
  const send = async (sound: Blob): Promise<void> =>
    hear(session, voice.capture === 'wav' ? await toWav(sound).catch(() => sound) : sound);
  const begin = (display: TakeDisplay): RecognitionHandle | null => {
    if (!canRecord()) {
      onFail('no_recorder');
      return null;
    }
    session.dismiss();
    display.show(t('talk.hold.opening'));
    return startTake(microphoneDeps, {
      on_level(level, ms) {
        display.show(t('talk.hold.listening'));
        display.meter(level, t('talk.hold.elapsed', { time: secondsOf(ms) }));
      },
      on_end(recording, why) {
        display.end();
        if (recording) void send(recording.sound);
        else if (why === 'silent')
          session.store.setState({ problem: { code: 'no_sound', message: '', way: 'say_again' } });
      },
      on_fail(reason) {
        display.end();
        onFail(reason);
      },
    });
  };
  if (isHandsFree)
    return (
      <Suspense fallback={<p className={css['meta']}>{t('talk.hold.loading')}</p>}>
        <HandsFree session={session} send={send} onFail={onFail} onEnd={() => setIsHandsFree(false)} />
      </Suspense>
    );
  return (
    <>
      <HoldBar begin={begin} disabled={disabled} note={t('talk.hold.by_vendor', { name: voice.name })} />
      {canRecord() ? (
        <button
          type="button"
          className={css['tool']}
          onClick={() => {
            session.dismiss();
            setIsHandsFree(true);
          }}
        >
          <Icon name="volume" size={18} /> {h('hands_free.start')}
        </button>
      ) : null}
    </>
  );
}
