import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import css from './ui.module.css';

/** Tabs by role, moved through with the arrow keys, on one row; a narrow window scrolls to the selected one. */
export function Tabs<K extends string>({
  tabs,
  active,
  onChange,
  label,
  id,
}: {
  tabs: readonly { key: K; label: string }[];
  active: K;
  onChange: (key: K) => void;
  label: string;
  /** Panels are called by it and the key: `lesson-notes`, labelled by `lesson-notes-tab`. */
  id?: string;
}) {
  const list = useRef<HTMLDivElement>(null);
  const walk = (by: number): void => {
    const index = (tabs.findIndex((tab) => tab.key === active) + by + tabs.length) % tabs.length;
    const next = tabs[index];
    if (!next) return;
    onChange(next.key);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
  };
  useEffect(() => {
    const { current } = list;
    if (current && current.scrollWidth > current.clientWidth)
      current.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [active]);
  return (
    <div ref={list} className={css['tabs']} role="tablist" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          role="tab"
          {...(id ? { id: `${id}-${tab.key}-tab`, 'aria-controls': `${id}-${tab.key}` } : {})}
          className={css['tab']}
          aria-selected={tab.key === active}
          tabIndex={tab.key === active ? 0 : -1}
          onClick={() => onChange(tab.key)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight') walk(1);
            if (event.key === 'ArrowLeft') walk(-1);
          }}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

export function Card({
  children,
  className = '',
  style,
}: {
  children: ReactNode;
  className?: string;
  style?: CSSProperties;
}) {
  return (
    <section className={`${css['card']} ${className}`} style={style}>
      {children}
    </section>
  );
}

/** A grey placeholder for content that is loading. */
export function Skeleton({ height = 16, width = '100%' }: { height?: number | string; width?: number | string }) {
  return <div className={css['skeleton']} style={{ height, width }} aria-hidden="true" />;
}

/** Empty state: why, and one thing to do. */
export function EmptyState({
  icon,
  title,
  text,
  action,
  heading: Heading = 'h2',
}: {
  icon: IconName;
  title: string;
  text?: string;
  action?: ReactNode;
  heading?: 'h1' | 'h2';
}) {
  return (
    <div className={css['empty']} data-empty="">
      <span className={css['leaf']}>
        <Icon name={icon} size={44} />
      </span>
      <Heading>{title}</Heading>
      {text ? <p>{text}</p> : null}
      {action}
    </div>
  );
}

/** Load failure: what happened, and a retry button. */
export function ErrorState({
  title,
  text,
  retryLabel,
  retry,
  extra = null,
}: {
  title: string;
  text?: string;
  retryLabel: string;
  retry: () => void;
  extra?: ReactNode;
}) {
  return (
    <div role="alert">
      <EmptyState
        icon="alert"
        title={title}
        {...(text ? { text } : {})}
        action={
          <>
            <Button look="primary" onClick={retry}>
              {retryLabel}
            </Button>
            {extra}
          </>
        }
      />
    </div>
  );
}

export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  return (
    <div
      className={css['track']}
      role="progressbar"
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-label={label}
    >
      <div className={css['bar']} style={{ width: `${percent}%` }} />
    </div>
  );
}

export function Tag({ tone = 'default', children }: { tone?: string; children: ReactNode }) {
  return (
    <span className={css['tag']} data-tone={tone}>
      {children}
    </span>
  );
}

export function PageHeader({ title, extra }: { title: string; extra?: ReactNode }) {
  return (
    <div className={css['head']}>
      <h1>{title}</h1>
      {extra}
    </div>
  );
}

type Toast = {
  id: number;
  type: string;
  title?: string;
  message: string;
  duration: number;
  show_close?: boolean;
  position?: string;
  icon_class?: string;
  custom_class?: string;
};

/** Short messages at the top, announced politely; those without a duration can be closed. */
const edges = ['top', 'bottom'] as const;
const edgeOf = ({ position = '' }: Toast): string => (position.indexOf('bottom') >= 0 ? 'bottom' : 'top');
const sideOf = ({ position = '' }: Toast): string =>
  position.indexOf('left') >= 0 ? 'left' : position.indexOf('right') >= 0 ? 'right' : 'middle';

export function Toasts({
  toasts,
  onClose,
  closeLabel,
}: {
  toasts: readonly Toast[];
  onClose: (id: number) => void;
  closeLabel: string;
}) {
  return (
    <div role="status" aria-live="polite">
      {edges.map((edge) => (
        <div key={edge} className={css['toasts']} data-edge={edge}>
          {toasts
            .filter((toast) => edgeOf(toast) === edge)
            .map((toast) => (
              <div
                key={toast.id}
                className={[css['toast'], toast.custom_class].filter(Boolean).join(' ')}
                data-type={toast.type}
                data-side={sideOf(toast)}
              >
                {toast.icon_class ? (
                  <i className={toast.icon_class} aria-hidden="true" />
                ) : (
                  <Icon name={toast.type === 'success' ? 'check' : 'alert'} />
                )}
                <span>
                  {toast.title ? <strong>{toast.title} </strong> : null}
                  {toast.message}
                </span>
                {toast.show_close || toast.duration === 0 ? (
                  <button
                    type="button"
                    className={css['inside']}
                    aria-label={closeLabel}
                    onClick={() => onClose(toast.id)}
                  >
                    <Icon name="close" />
                  </button>
                ) : null}
              </div>
            ))}
        </div>
      ))}
    </div>
  );
}
