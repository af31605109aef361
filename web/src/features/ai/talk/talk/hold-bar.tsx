import { useEffect, useRef, useState, type PointerEvent } from 'react';
import talkWords from 'virtual:locale/talk';
import type { RecognitionHandle } from '../voice/recognition.ts';
import { stopReading } from '../voice/voice.ts';
import css from '../talk.module.css';

/** Up to here a press is a tap, which begins a take that the next tap ends. */
const tapMs = 250;
const cancelPx = 60;
type Mode = 'idle' | 'holding' | 'cancelling' | 'tapped';

/** What a take shows while it goes on. */
export type TakeDisplay = {
  show: (text: string) => void;
  /** How loud it is, 0 to 1, and for how long. */
  meter: (level: number, time: string) => void;
  /** The take is over by itself. */
  end: () => void;
};

/** A voice is much quieter than the loudest sound. */
const heightOf = (level: number): string => String(Math.min(1, 0.35 + level * 5));

/** Hold to talk: releasing sends, sliding up cancels. A tap or a key begins, and another one ends. */
export function HoldBar({
  begin: beginTake,
  disabled,
  note,
}: {
  begin: (display: TakeDisplay) => RecognitionHandle | null;
  disabled: boolean;
  note: string;
}) {
  const t = talkWords.useT();
  const [mode, setMode] = useState<Mode>('idle');
  const [text, setText] = useState('');
  const [time, setTime] = useState('');
  const wave = useRef<HTMLSpanElement>(null);
  const take = useRef<RecognitionHandle | null>(null);
  const press = useRef({ at: 0, y: 0 });
  const toIdle = (): void => {
    take.current = null;
    setMode('idle');
    wave.current?.style.removeProperty('--level');
  };
  const end = (act: 'stop' | 'cancel'): void => {
    take.current?.[act]();
    toIdle();
  };
  const begin = (next: Mode): void => {
    stopReading();
    setText('');
    setTime('');
    take.current = beginTake({
      show: setText,
      meter(level, now) {
        setTime(now);
        wave.current?.style.setProperty('--level', heightOf(level));
      },
      end: toIdle,
    });
    if (take.current) setMode(next);
  };
  useEffect(() => () => take.current?.cancel(), []);
  const onDown = (event: PointerEvent<HTMLButtonElement>): void => {
    if (event.button !== 0 || mode === 'tapped') return;
    event.currentTarget.setPointerCapture(event.pointerId);
    press.current = { at: event.timeStamp, y: event.clientY };
    begin('holding');
  };
  const onMove = (event: PointerEvent): void => {
    if (mode !== 'holding' && mode !== 'cancelling') return;
    setMode(press.current.y - event.clientY > cancelPx ? 'cancelling' : 'holding');
  };
  const onUp = (event: PointerEvent): void => {
    if (mode === 'tapped') end('stop');
    else if (mode === 'cancelling') end('cancel');
    else if (mode === 'holding' && event.timeStamp - press.current.at < tapMs) setMode('tapped');
    else if (mode === 'holding') end('stop');
  };
  const words = {
    idle: 'talk.hold.press',
    holding: 'talk.hold.release',
    cancelling: 'talk.hold.cancel',
    tapped: 'talk.hold.tap_end',
  } as const;
  return (
    <div className={css['hold']}>
      {mode === 'idle' ? null : (
        <p className={css['draft']}>
          <span role="status">{text || t('talk.hold.listening')}</span>{' '}
          <span className={css['meta']} aria-hidden="true">
            {time}
          </span>
        </p>
      )}
      <button
        type="button"
        className={css['holdButton']}
        data-mode={mode}
        disabled={disabled}
        onPointerDown={onDown}
        onPointerMove={onMove}
        onPointerUp={onUp}
        onPointerCancel={() => end('cancel')}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.repeat || (event.key !== ' ' && event.key !== 'Enter')) return;
          event.preventDefault();
          if (mode === 'idle') begin('tapped');
          else end('stop');
        }}
      >
        <span className={css['wave']} ref={wave} aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
          <i />
        </span>
        {t(words[mode])}
      </button>
      <p className={css['meta']}>{note}</p>
    </div>
  );
}
