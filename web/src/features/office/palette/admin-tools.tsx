import { lazy, Suspense, useEffect, useState } from 'react';
import { can, useSession } from '../../../app/session.ts';
import { useT } from '../../../app/wording.ts';
import { useHelpKey, useKeys } from '../../../kit/keys/keys-state.ts';
import { KitIcon } from '../../../kit/kit-icon.tsx';
import { trackFocus } from '../../../kit/keys/return-focus.ts';
import { Palette } from './palette.tsx';
import { openPalette, usePalette } from './palette-state.ts';
import styles from './palette.module.css';

const KeysDialog = lazy(async () => ({ default: (await import('../../../kit/keys/keys-dialog.tsx')).KeysDialog }));

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

const searched = ['members', 'cards', 'pay-orders'] as const;

/** What the palette finds for this person: records of the lists they may read, and pages. */
function useSearchLabel(): string {
  const t = useT();
  const user = useSession((state) => state.user);
  const lists = searched.filter((name) => can(user, `admin.${name}.list`));
  const what = [...lists, 'pages'].map((name) => t(`admin.search.${name}`)).join(t('admin.search.and'));
  return t('admin.search.of', { what });
}

function usePaletteKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      openPalette();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** After a reload an interrupted task is offered again; a bulk run continues on the server and is shown again. */
function usePaletteJobs(owner: number | undefined): void {
  useEffect(() => {
    if (!owner) return;
    void Promise.all([import('../../../kit/transfer/transfer-task.ts'), import('../../../kit/transfer/ports.ts')]).then(
      ([{ findTransfer }, { transferPorts }]) => findTransfer(owner, transferPorts),
    );
    void import('../../../kit/bulk/bulk-state.ts').then(({ findBulk }) => findBulk()).catch(() => undefined); // It runs regardless of whether it is shown.
  }, [owner]);
}

/** The field of the palette in the header, and what the back office resumes after a reload. */
export function AdminTools() {
  const label = useSearchLabel();
  const isOpen = usePalette((state) => state.is_open);
  const owner = useSession(({ user }) => user?.id);
  const [wasOpen, setWasOpen] = useState(false);
  const isTellingKeys = useKeys((state) => state.is_open);
  usePaletteKeys();
  useHelpKey();
  useEffect(trackFocus, []);
  usePaletteJobs(owner);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    <>
      <button
        type="button"
        className={styles['opener']}
        onClick={openPalette}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
      >
        <KitIcon name="search" size={16} />
        <span>{label}</span>
        <kbd aria-hidden="true">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {wasOpen ? <Palette /> : null}
      {isTellingKeys ? (
        <Suspense>
          <KeysDialog />
        </Suspense>
      ) : null}
    </>
  );
}
