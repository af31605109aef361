import { Button } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { KitIcon } from '../kit-icon.tsx';
import css from './record.module.css';

const layers = '[role=dialog], [role=menu], [role=listbox], [role=combobox], [type=search], .kk-editing';
const isVisible = (element: Element): boolean => element.getClientRects().length > 0;

/** Whether Escape belongs to something that floats or is edited, instead of to the record. */
const isTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.isComposing ||
  (event.target instanceof Element && event.target.closest(layers) !== null) ||
  [...document.querySelectorAll('[role=dialog], [role=menu]:not(.ant-menu)')].some(isVisible);

/** The row in its list, as a table or as cards. */
const rowOf = (id: number): HTMLElement | null => document.querySelector<HTMLElement>(`[data-row="${id}"]`);

/** Moves the focus to the heading of each record that opens, and back to its row when the last one closes. */
function useRecordFocus(id: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(id);
  useEffect(() => {
    last.current = id;
    heading.current?.focus({ preventScroll: true });
    rowOf(id)?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  useEffect(
    () => () => {
      // The list lays itself out first: it may change from cards to a table.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) rowOf(last.current)?.focus();
      });
    },
    [],
  );
  return heading;
}

type Props = {
  id: number;
  title: string;
  close: () => void;
  closeLabel: string;
  head: ReactNode;
  extra: ReactNode;
  children: ReactNode;
};

/** A record beside its list: a region of the page, so that the list stays usable. Escape closes it. */
export function DockedRecord({ id, title, close, closeLabel, head, extra, children }: Props) {
  const heading = useRecordFocus(id);
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !isTaken(event)) latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <section className="kk-dock" aria-label={title}>
      <div className={css['head']}>
        <h2 ref={heading} tabIndex={-1}>
          {head}
        </h2>
        {extra}
        <Button type="text" aria-label={closeLabel} icon={<KitIcon name="cross" />} onClick={close} />
      </div>
      <div className="kk-dock-body">{children}</div>
    </section>
  );
}
