import { useEffect, useState } from 'react';
import { TextField, type TextFieldProps } from './fields.tsx';
import css from './ui.module.css';

type Props = TextFieldProps & {
  /** Stores the countdown across reloads. */
  storageKey: string;
  send: () => Promise<number | null>;
  sendLabel: string;
  waitLabel: (seconds: number) => string;
};

const codeLength = 6;
/** Keeps digits only, so that a pasted sentence or full-width digits work. */
const readCode = (typed: string): string => typed.normalize('NFKC').replace(/\D/g, '').slice(0, codeLength);
const readEnd = (key: string): number => Number(sessionStorage.getItem(key) ?? 0);
const secondsLeft = (end: number): number => Math.max(0, Math.ceil((end - Date.now()) / 1000));

/** A one-time code with its send button, which counts down. `send` returns the seconds to wait, or null when nothing was sent. */
export function CodeField({ storageKey: key, send, sendLabel, waitLabel, ...props }: Props) {
  const [end, setEnd] = useState(() => readEnd(key));
  const [remaining, setRemaining] = useState(() => secondsLeft(readEnd(key)));
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (secondsLeft(end) === 0) return undefined;
    const timer = setInterval(() => setRemaining(secondsLeft(end)), 500);
    return () => clearInterval(timer);
  }, [end]);
  const onSend = async (): Promise<void> => {
    setBusy(true);
    try {
      const wait = await send();
      if (wait === null) return;
      const until = Date.now() + wait * 1000;
      sessionStorage.setItem(key, String(until));
      setEnd(until);
      setRemaining(wait);
    } finally {
      setBusy(false);
    }
  };
  return (
    <TextField
      {...props}
      onChange={(typed) => props.onChange(readCode(typed))}
      inputMode="numeric"
      autoComplete="one-time-code"
      after={
        <button type="button" className={css['inside']} disabled={busy || remaining > 0} onClick={() => void onSend()}>
          {remaining > 0 ? waitLabel(remaining) : sendLabel}
        </button>
      }
    />
  );
}
