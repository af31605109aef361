import { Suspense, useId, useState, type ClipboardEvent } from 'react';
import { formatSecret } from '@kaike/shared/domain/cards/card-secret';
import type { Translate } from '@kaike/shared/kit/wording';
import { toast } from '../../../../app/toasts.ts';
import { useT } from '../../../../app/wording.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import css from '../cards.module.css';
import { CodeInput } from './code-input.tsx';
import squares from './code-squares.module.css';
import { parseEntry, tidyEntry, type CardEntry } from './parse-entry.ts';
import { ScanCode } from '../wallet/wallet-parts.ts';

type Props = { value: string; onChange: (value: string) => void; busy: boolean; onCode: (code: string) => void };

function errorOf(t: Translate, entry: CardEntry, isLeft: boolean): string | undefined {
  if (entry.state === 'typo') return t('cards.typo');
  if (entry.state === 'too_long') return t('cards.enter.too_long');
  if (entry.state === 'no_code') return t('cards.enter.no_code');
  if (entry.state === 'card_no') return t('cards.enter.card_no');
  if (entry.state === 'empty' && isLeft) return t('cards.enter.needed');
  return entry.state === 'unfinished' && isLeft ? t('cards.enter.more', { count: entry.left }) : undefined;
}

function Hint({ entry }: { entry: CardEntry }) {
  const t = useT();
  if (entry.state !== 'complete')
    return entry.state === 'unfinished' ? t('cards.enter.more', { count: entry.left }) : t('cards.enter.hint');
  return (
    <span className={squares['good']}>
      <Icon name="check" size={18} />
      {t('cards.enter.complete')}
    </span>
  );
}

/** One field that accepts a code typed, pasted alone, or inside a whole message. */
export function CodeEntry({ value, onChange, busy, onCode }: Props) {
  const t = useT();
  const id = useId();
  const [isLeft, setIsLeft] = useState(false);
  const [isScanning, setScanning] = useState(false);
  const entry = parseEntry(value);
  const error = errorOf(t, entry, isLeft);

  const take = (text: string): boolean => {
    const read = parseEntry(text);
    onChange(read.state === 'complete' ? formatSecret(read.code) : text);
    if (read.state === 'complete') onCode(read.code);
    return read.state === 'complete';
  };
  const pasteInto = (event: ClipboardEvent): void => {
    if (take(event.clipboardData.getData('text'))) event.preventDefault();
  };
  const pasteFromClipboard = async (): Promise<void> => {
    try {
      const text = await navigator.clipboard.readText();
      if (text.trim() === '') toast('info', t('cards.enter.paste_empty'));
      else take(text);
    } catch {
      // Refused by the person or the browser; pasting into the field still works.
      toast('info', t('cards.enter.paste_denied'));
    }
  };
  const submit = (): void => {
    if (entry.state === 'complete') return onCode(entry.code);
    // Focusing hides the error while typing; here it stays.
    document.getElementById(id)?.focus();
    setIsLeft(true);
  };
  return (
    <div className={css['enter']}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div>
          <CodeInput
            id={id}
            label={t('cards.enter.label')}
            value={value}
            error={error}
            onChange={(next) => onChange(tidyEntry(next, value))}
            onPaste={pasteInto}
            onBlur={() => setIsLeft(value !== '')}
            onFocus={() => setIsLeft(false)}
          />
          <div id={`${id}-message`} className={squares['message']} role={error ? 'alert' : undefined}>
            {error ?? <Hint entry={entry} />}
          </div>
        </div>
        <div className={squares['ways']}>
          {'clipboard' in navigator ? (
            <Button onClick={() => void pasteFromClipboard()}>
              <Icon name="copy" />
              {t('cards.enter.paste')}
            </Button>
          ) : null}
          <Button onClick={() => setScanning(true)}>
            <Icon name="camera" />
            {t('cards.enter.scan')}
          </Button>
        </div>
        <Button type="submit" look="primary" block busy={busy}>
          {t('cards.enter.submit')}
        </Button>
      </form>
      {isScanning ? (
        <Suspense fallback={null}>
          <ScanCode
            onCode={(code) => {
              setScanning(false);
              take(code);
            }}
            onClose={() => setScanning(false)}
          />
        </Suspense>
      ) : null}
      <details className={css['help']}>
        <summary>{t('cards.enter.help')}</summary>
        <p>{t('cards.enter.help_text')}</p>
      </details>
    </div>
  );
}
