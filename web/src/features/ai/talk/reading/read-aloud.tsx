import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import readingWords from 'virtual:locale/reading';
import talkWords from 'virtual:locale/talk';
import * as aiHearing from '@kaike/shared/contracts/ai/ai-hearing';
import type { CheckedReading } from '@kaike/shared/contracts/ai/ai-reading';
import * as aiReading from '@kaike/shared/contracts/ai/ai-reading';
import type { TalkSettings } from '@kaike/shared/contracts/ai/ai-talk';
import { call } from '../../../../api/client.ts';
import { toast } from '../../../../app/toasts.ts';
import { Button } from '../../../../ui/button.tsx';
import { OwnSound } from '../voice/own-sound.tsx';
import { messageOf } from '../toast-error.ts';
import { settingsKey } from '../talk.queries.ts';
import { canRecord, microphoneDeps } from '../voice/microphone.ts';
import type { RecognitionHandle } from '../voice/recognition.ts';
import { startTake } from '../voice/recorder.ts';
import { toWav } from '../voice/to-wav.ts';
import css from '../talk.module.css';

const timeoutMs = 60_000;

/** Sounds as learners know them from dictionaries. */
const ipa: Readonly<Record<string, string>> = {
  TH: 'θ',
  DH: 'ð',
  IH: 'ɪ',
  IY: 'iː',
  NG: 'ŋ',
};
const shown = (sound: string): string => `/${ipa[sound] ?? sound.toLowerCase()}/`;

type ReadingSettings = NonNullable<TalkSettings['reading']>;
type Props = { messageId: number; text: string; isBetter: boolean; reading: ReadingSettings };

function Consent({ recipient }: Pick<ReadingSettings, 'recipient'>) {
  const r = readingWords.useT();
  const client = useQueryClient();
  const [problem, setProblem] = useState('');
  const agree = async (): Promise<void> => {
    setProblem('');
    try {
      await call(aiHearing.updateConsent, { body: { purpose: 'reading', recipient, is_agreed: true }, quiet: true });
    } catch (error) {
      setProblem(messageOf(error));
    }
    await client.invalidateQueries({ queryKey: settingsKey });
  };
  return (
    <>
      <strong>{r('reading.consent_title')}</strong>
      <p>{r('reading.consent')}</p>
      {problem === '' ? null : (
        <p className={css['problem']} role="alert">
          {problem}
        </p>
      )}
      <Button look="primary" onClick={() => void agree()}>
        {r('reading.agree')}
      </Button>
    </>
  );
}

/** What was heard, in words; a sound that both readings have is marked in the sentence. */
function Result({ text, result }: { text: string; result: CheckedReading }) {
  const r = readingWords.useT();
  const { difference, unheard, again, engine } = result;
  const sentence = (): string => {
    if (unheard) return r(`reading.unheard.${unheard}`);
    if (!difference) return r(again ? 'reading.again' : 'reading.clear');
    const { word, sound, instead } = difference;
    return instead === null
      ? r('reading.dropped', { word, sound: shown(sound) })
      : r('reading.other', { word, sound: shown(sound), instead: shown(instead) });
  };
  return (
    <>
      {difference ? (
        <p lang="en">
          {text.slice(0, difference.from)}
          <mark>{text.slice(difference.from, difference.to)}</mark>
          {text.slice(difference.to)}
        </p>
      ) : null}
      <p>{sentence()}</p>
      {difference ? <p>{r(`reading.tips.${difference.instead === null ? 'end' : difference.sound}`)}</p> : null}
      <p className={css['meta']}>{r('reading.note', { engine })}</p>
    </>
  );
}

type State = 'idle' | 'opening' | 'listening' | 'checking';

function Recorder({ messageId: id, text, isBetter }: Omit<Props, 'reading'>) {
  const r = readingWords.useT();
  const t = talkWords.useT();
  const [state, setState] = useState<State>('idle');
  const [seconds, setSeconds] = useState(0);
  const [result, setResult] = useState<CheckedReading | null>(null);
  const [problem, setProblem] = useState('');
  const [own, setOwn] = useState<Blob | null>(null);
  const take = useRef<RecognitionHandle | null>(null);
  useEffect(() => () => take.current?.cancel(), []);
  const verdict = useRef<HTMLDivElement>(null);
  // On a phone it is below the edge.
  useEffect(() => {
    if (result) verdict.current?.scrollIntoView({ block: 'nearest' });
  }, [result]);
  const check = async (sound: Blob): Promise<void> => {
    setState('checking');
    setOwn(sound);
    try {
      const body = new FormData();
      body.append('audio', await toWav(sound), 'reading.wav');
      const query = { message_id: id, is_better: isBetter };
      setResult(await call(aiReading.checkPronunciation, { query, body, quiet: true, timeout_ms: timeoutMs }));
    } catch (error) {
      setProblem(messageOf(error));
    }
    setState('idle');
  };
  const begin = (): void => {
    setProblem('');
    setResult(null);
    if (!canRecord()) return setProblem(t('talk.off.no_recorder'));
    setState('opening');
    take.current = startTake(microphoneDeps, {
      on_level(_level, ms) {
        setState('listening');
        setSeconds(Math.floor(ms / 1000));
      },
      on_end(recording) {
        if (recording) return void check(recording.sound);
        setState('idle');
        setProblem(r('reading.silent'));
      },
      on_fail(reason) {
        setState('idle');
        setProblem(t(`talk.off.${reason}`));
      },
    });
  };
  const isRecording = state === 'opening' || state === 'listening';
  const time = `0:${String(seconds).padStart(2, '0')}`;
  return (
    <>
      <Button look="primary" busy={state === 'checking'} onClick={() => (isRecording ? take.current?.stop() : begin())}>
        {r(isRecording ? 'reading.done' : 'reading.begin')}
      </Button>
      <div role="status" ref={verdict}>
        {state === 'idle' ? null : <p className={css['meta']}>{r(`reading.${state}`, { time })}</p>}
        {result ? <Result text={text} result={result} /> : null}
      </div>
      {problem === '' ? null : (
        <p className={css['problem']} role="alert">
          {problem}
        </p>
      )}
      {own ? <OwnSound sound={own} label={r('reading.own')} /> : null}
    </>
  );
}

function Withdraw() {
  const r = readingWords.useT();
  const client = useQueryClient();
  const withdraw = async (): Promise<void> => {
    await call(aiHearing.updateConsent, { body: { purpose: 'reading', is_agreed: false } });
    toast('success', r('reading.withdrawn'));
    await client.invalidateQueries({ queryKey: settingsKey });
  };
  return (
    <button type="button" className={css['tool']} onClick={() => void withdraw().catch(() => undefined)}>
      {r('reading.withdraw')}
    </button>
  );
}

/** Reads a sentence aloud: the own voice is played back, and the sounds are compared on the school's server. */
export function ReadAloud({ reading, ...sentence }: Props) {
  const r = readingWords.useT();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={css['tool']}
        aria-expanded={isOpen}
        aria-label={r('reading.start_of', { sentence: sentence.text })}
        onClick={() => setIsOpen(!isOpen)}
      >
        {r('reading.start')}
      </button>
      {isOpen ? (
        <section className={css['reading']} aria-label={r('reading.start')}>
          {reading.is_agreed ? (
            <>
              <Recorder {...sentence} />
              <Withdraw />
            </>
          ) : (
            <Consent recipient={reading.recipient} />
          )}
        </section>
      ) : null}
    </>
  );
}
