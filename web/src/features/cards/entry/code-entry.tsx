import { Suspense, useId, useState, type ClipboardEvent } from 'react';
import { formatSecret } from '@kaike/shared/domain/cards/card-secret';
import type { Translate } from '@kaike/shared/kit/wording';
import { toast } from '../../../app/toasts.ts';
import { useT } from '../../../app/wording.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Card } from '../../../ui/parts.tsx';
import css from '../cards.module.css';
import { readEntry, tidyEntry, type Entry } from './read-entry.ts';
import { ScanCode } from '../wallet/wallet-parts.ts';

type Props = { value: string; onChange: (value: string) => void; busy: boolean; onCode: (code: string) => void };

function errorOf(t: Translate, entry: Entry, isLeft: boolean): string | undefined {
  if (entry.state === 'typo') return t('cards.typo');
  if (entry.state === 'too_long') return t('cards.enter.too_long');
  if (entry.state === 'no_code') return t('cards.enter.no_code');
  if (entry.state === 'card_no') return t('cards.enter.card_no');
  if (entry.state === 'empty' && isLeft) return t('cards.enter.needed');
  return entry.state === 'unfinished' && isLeft ? t('cards.enter.more', { count: entry.left }) : undefined;
}

function hintOf(t: Translate, entry: Entry): string {
  if (entry.state === 'complete') return t('cards.enter.complete');
  return entry.state === 'unfinished' ? t('cards.enter.more', { count: entry.left }) : t('cards.enter.hint');
}

/** One field that accepts a code typed, pasted alone, or inside a whole message. */
export function CodeEntry({ value, onChange, busy, onCode }: Props) {
  const t = useT();
  const id = useId();
  const [isLeft, setIsLeft] = useState(false);
  const [isScanning, setScanning] = useState(false);
  const entry = readEntry(value);

  const take = (text: string): boolean => {
    const read = readEntry(text);
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
    <Card className={css['enter'] ?? ''}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <h2 className={css['lead']}>{t('cards.enter.heading')}</h2>
        <TextField
          id={id}
          label={t('cards.enter.label')}
          value={value}
          placeholder={t('cards.enter.placeholder')}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          onChange={(next) => onChange(tidyEntry(next, value))}
          onPaste={pasteInto}
          onBlur={() => setIsLeft(value !== '')}
          onFocus={() => setIsLeft(false)}
          error={errorOf(t, entry, isLeft)}
          hint={hintOf(t, entry)}
          after={
            entry.state === 'complete' ? (
              <span className={css['good']}>
                <Icon name="check" />
              </span>
            ) : 'clipboard' in navigator ? (
              <button type="button" className={css['paste']} onClick={() => void pasteFromClipboard()}>
                {t('cards.enter.paste')}
              </button>
            ) : null
          }
        />
        <Button type="submit" look="primary" block busy={busy}>
          {t('cards.enter.submit')}
        </Button>
        <Button block onClick={() => setScanning(true)}>
          <Icon name="camera" />
          {t('cards.enter.scan')}
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
    </Card>
  );
}
