import { spaceCjk } from '@kaike/shared/kit/cjk-spacing';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { KitIcon } from '../kit-icon.tsx';
import { createLabel, inSentence, type ResourceWording } from '../words/use-words.ts';

/** Empty list: why, and what to do next. */
export function EmptyList({
  words,
  filtered,
  reset,
  create,
  children,
}: {
  words: ResourceWording;
  filtered: boolean;
  reset: () => void;
  /** Null for who may not. */
  create: (() => void) | null;
  /** Other ways out. */
  children?: ReactNode;
}) {
  const { t } = words;
  const hint = filtered ? t('kit.empty_filtered_hint') : words.empty;
  return (
    <div className="kk-empty">
      <svg
        width="64"
        height="48"
        viewBox="0 0 64 48"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden="true"
      >
        <path d="M6 26 14 8h36l8 18v14H6zM6 26h16l4 6h12l4-6h16" />
      </svg>
      <strong>{filtered ? t('kit.empty_filtered') : spaceCjk(t('kit.empty', { name: inSentence(words.name) }))}</strong>
      {hint ? <span className="kk-muted">{hint}</span> : null}
      {filtered ? <Button onClick={reset}>{t('lists.clear_filters')}</Button> : null}
      {!filtered && create ? (
        <Button icon={<KitIcon name="plus" />} onClick={create}>
          {createLabel(words)}
        </Button>
      ) : null}
      {children}
    </div>
  );
}

const rows = [1, 2, 3, 4, 5, 6, 7, 8];

/** Placeholder for the table while its rows load. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <div className="kk-skeleton" role="status" aria-label={label}>
      {rows.map((row) => (
        <span key={row} />
      ))}
    </div>
  );
}
