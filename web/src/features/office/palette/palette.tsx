import { lazy, Suspense, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import paletteWords from 'virtual:locale/palette';
import { useSession } from '../../../app/session.ts';
import { isComposing } from '../../../form/is-composing.ts';
import type { PaletteCommand } from './commands/find-commands.ts';
import { storeRecent } from './commands/recent-choices.ts';
import { closePalette, listId, optionId, usePalette } from './palette-state.ts';
import styles from './palette.module.css';

const PaletteResults = lazy(async () => ({ default: (await import('./palette-results.tsx')).PaletteResults }));

/** The field is there at once, before what finds anything has loaded: what is typed meanwhile would reach the page's shortcuts. */
function Search({ owner }: { owner: number }) {
  const own = paletteWords.useT();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [results, setResults] = useState<readonly PaletteCommand[]>([]);
  const place = Math.min(active, Math.max(0, results.length - 1));
  const choose = (command: PaletteCommand): void => {
    closePalette();
    storeRecent(owner, command);
    if (command.url === '') void import('./commands/run-command.ts').then(({ runCommand }) => runCommand(command.key));
    else void navigate(command.url);
  };
  const onKey = (event: KeyboardEvent): void => {
    const current = results[place];
    // Enter may just confirm a word in an input method.
    if (isComposing(event)) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setActive((place + (event.key === 'ArrowDown' ? 1 : results.length - 1)) % Math.max(1, results.length));
    } else if (event.key === 'Enter' && current) {
      event.preventDefault();
      choose(current);
    }
  };
  return (
    <>
      <input
        role="combobox"
        aria-expanded={results.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={results.length > 0 ? optionId(place) : undefined}
        aria-label={own('palette.title')}
        className={styles['input']}
        placeholder={own('palette.placeholder')}
        value={text}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKey}
      />
      <Suspense fallback={<p className={styles['keys']}>{own('palette.searching')}</p>}>
        <PaletteResults
          text={text}
          owner={owner}
          active={place}
          setActive={setActive}
          choose={choose}
          onResults={setResults}
        />
      </Suspense>
    </>
  );
}

/** Finds pages, records and actions by a few letters. A native dialog: it traps the focus, closes on Escape and restores the focus. */
export function Palette() {
  const own = paletteWords.useT();
  const isOpen = usePalette((state) => state.is_open);
  const owner = useSession((state) => state.user?.id ?? 0);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen) dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-label={own('palette.title')}
      onClose={closePalette}
      onClick={(event) => {
        if (event.target === event.currentTarget) closePalette();
      }}
    >
      {isOpen ? (
        <div className={styles['body']}>
          <Search owner={owner} />
        </div>
      ) : null}
    </dialog>
  );
}
