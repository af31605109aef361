import { useEffect, useRef, useState, type PointerEvent } from 'react';
import talkWords from 'virtual:words/talk';
import { listen, type DeafReason, type Take } from '../voice/recognition.ts';
import { stopReading } from '../voice/voice.ts';
import css from '../talk.module.css';

/** Up to here a press is a tap, which begins a take that the next tap ends. */
const tapMs = 250;
const cancelPx = 60;
type Mode = 'idle' | 'holding' | 'cancelling' | 'tapped';

/** Hold to talk: releasing sends, sliding up cancels. A tap or a key begins, and another one ends. */
export function HoldBar({
  language,
  disabled,
  onSpeech,
  onFail,
}: {
  language: string;
  disabled: boolean;
  onSpeech: (speech: { text: string; confidence: number | null }) => void;
  onFail: (reason: DeafReason) => void;
}) {
  const t = talkWords.useT();
  const [mode, setMode] = useState<Mode>('idle');
  const [text, setText] = useState('');
  const take = useRef<Take | null>(null);
  const press = useRef({ at: 0, y: 0 });
  const end = (act: 'stop' | 'cancel'): void => {
    take.current?.[act]();
    take.current = null;
    setMode('idle');
  };
  const begin = (next: Mode): void => {
    stopReading();
    setText('');
    take.current = listen(language, {
      on_text: setText,
      on_end: (speech) => {
        take.current = null;
        setMode('idle');
        onSpeech(speech);
      },
      on_fail: (reason) => {
        take.current = null;
        setMode('idle');
        onFail(reason);
      },
    });
    setMode(next);
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
        <p className={css['draft']} role="status">
          {text || t('talk.hold.listening')}
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
        <span className={css['wave']} aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
          <i />
        </span>
        {t(words[mode])}
      </button>
      <p className={css['meta']}>{t('talk.hold.by_browser')}</p>
    </div>
  );
}
