import { Button, Skeleton } from 'antd';
import { useEffect, useId, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { RowCheck } from '@kaike/shared/kit/rows/checks';
import { KitIcon } from '../kit-icon.tsx';
import type { ResourceWording } from '../words/use-words.ts';
import css from './check-list.module.css';
import type { ChecksOf } from './use-checks.ts';

type Props = {
  /** Undefined until they are known: the list has its place from the start, so that nothing moves under a hand. Null if they cannot be known. */
  checks: ReturnType<ChecksOf>;
  verb: string;
  words: Pick<ResourceWording, 't'>;
  /** Its verb was pressed: the focus moves here. */
  isCalled: boolean;
  close: () => void;
  run: () => void;
};

const patienceMs = 3000;

/** Brings the field into view once its tab has rendered. */
function showField(name: string): void {
  const until = Date.now() + patienceMs;
  const look = (): void => {
    const id = `field-${name}`;
    const input = document.getElementById(id) ?? document.querySelector<HTMLElement>(`label[for="${id}"] ~ * button`);
    if (!input) {
      if (Date.now() < until) requestAnimationFrame(look);
      return;
    }
    input.scrollIntoView({ block: 'center' });
    input.focus({ preventScroll: true });
  };
  look();
}

/** What is said where nothing stands in the way. */
function withoutMusts(checks: readonly RowCheck[] | null) {
  if (!checks) return 'kit.checks.unknown';
  return checks.length > 0 ? 'kit.checks.advice' : 'kit.checks.none';
}

/** What a record lacks for a verb, beside what mends it: it stays open, each line goes to its place, and becomes shorter. */
export function CheckList({ checks, verb, words, isCalled, close, run }: Props) {
  const { t } = words;
  const [, setParams] = useSearchParams();
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => {
    if (isCalled) heading.current?.focus();
  }, [isCalled]);
  const musts = (checks ?? []).filter(({ level }) => level === 'must').length;
  const go = ({ to: { field, ...place } }: RowCheck): void => {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [key, value] of Object.entries(place)) next.set(key, value);
        return next;
      },
      { replace: true },
    );
    if (field) showField(field);
  };
  return (
    <aside
      className={css['list']}
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <header>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {t('kit.checks.title', { verb })}
        </h2>
        <Button type="text" size="small" icon={<KitIcon name="cross" />} aria-label={t('kit.close')} onClick={close} />
      </header>
      {checks === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      ) : (
        <p className="kk-muted" role="status">
          {musts > 0 ? t('kit.checks.left', { count: musts, verb }) : t(withoutMusts(checks), { verb })}
        </p>
      )}
      <ul aria-busy={checks === undefined}>
        {checks?.map((check, index) => (
          <li key={`${check.key}-${index}`} data-level={check.level}>
            <KitIcon name={check.level} />
            <span>{check.text}</span>
            <Button
              type="link"
              size="small"
              aria-label={`${t('kit.checks.go')}：${check.text}`}
              onClick={() => go(check)}
            >
              {t('kit.checks.go')}
            </Button>
          </li>
        ))}
      </ul>
      <Button type="primary" block disabled={checks === undefined || musts > 0} onClick={run}>
        {verb}
      </Button>
    </aside>
  );
}
