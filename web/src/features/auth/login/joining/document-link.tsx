import { lazy, Suspense, useState, type MouseEvent } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../../../../app/wording.ts';

const DocumentSheet = lazy(async () => ({ default: (await import('./document-sheet.tsx')).DocumentSheet }));

/** Clicks that ask the browser for a tab or a window of its own. */
const isElsewhere = (event: MouseEvent): boolean => event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;

/** A document of the school, read above the page: in an application like WeChat a new tab replaces the page, and the form is lost. */
export function DocumentLink({ name }: { name: 'terms' | 'privacy' }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const open = (event: MouseEvent): void => {
    if (isElsewhere(event)) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <a href={name === 'terms' ? '/open/agreement' : '/open/agreement?doc=privacy'} onClick={open}>
        {t(name === 'terms' ? 'auth.agreement' : 'auth.privacy')}
      </a>
      {isOpen
        ? createPortal(
            // Outside the label of the consent, which a click inside it would switch.
            <Suspense fallback={null}>
              <DocumentSheet name={name} close={() => setOpen(false)} />
            </Suspense>,
            document.body,
          )
        : null}
    </>
  );
}
