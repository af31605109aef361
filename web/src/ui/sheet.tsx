import { useEffect, useRef, type ReactNode } from 'react';
import { useCloseOnBack } from './use-close-on-back.ts';
import { Icon } from './icon.tsx';
import css from './ui.module.css';

/** A dialog; on phones it may be at the bottom. Escape, going back and a click outside close it, unless it must be answered. */
export function Sheet({
  open,
  title,
  onClose,
  children,
  bottom = false,
  closeLabel,
}: {
  open: boolean;
  title: string;
  onClose: (() => void) | null;
  children: ReactNode;
  bottom?: boolean;
  closeLabel?: string;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  // A drag that starts inside and ends outside the dialog does not close it.
  const isPressedBeside = useRef(false);
  useCloseOnBack(open, onClose);
  useEffect(() => {
    const element = dialog.current;
    if (!element || open === element.hasAttribute('open')) return;
    // Safari before 15.4 has no dialog element: it becomes a box above the page.
    if (typeof element.showModal !== 'function') {
      element.dataset['plain'] = 'true';
      element.toggleAttribute('open', open);
    } else if (open) element.showModal();
    else element.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className={bottom ? `${css['sheet']} ${css['bottom']}` : css['sheet']}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      // Browsers let a second Escape through: a dialog that must be answered reopens.
      onClose={() => {
        if (open && onClose) onClose();
        else if (open) dialog.current?.showModal();
      }}
      onPointerDown={(event) => {
        isPressedBeside.current = event.target === dialog.current;
      }}
      onClick={(event) => {
        if (event.target === dialog.current && isPressedBeside.current) onClose?.();
      }}
    >
      {open ? (
        <div className={css['sheetBody']}>
          <div className={css['sheetHead']}>
            <h2>{title}</h2>
            {onClose ? (
              <button type="button" className={css['inside']} onClick={onClose} aria-label={closeLabel ?? title}>
                <Icon name="close" />
              </button>
            ) : null}
          </div>
          {children}
        </div>
      ) : null}
    </dialog>
  );
}
