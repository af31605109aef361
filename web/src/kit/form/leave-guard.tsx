import { Modal } from 'antd';
import { useCallback, useEffect, useRef } from 'react';
import { useBlocker, type BlockerFunction } from 'react-router';
import type { Words } from '../use-words.ts';
import { agreeToLeave, hasAgreedToLeave } from './leave-agreement.ts';

/** Asks before unsaved changes are left behind. */
export function confirmLeave(words: Words): Promise<boolean> {
  return new Promise((resolve) => {
    Modal.confirm({
      title: words.t('kit.leave_title'), content: words.t('kit.leave_text'), okText: words.t('kit.leave'), cancelText: words.t('kit.stay'), okButtonProps: { danger: true, autoInsertSpace: false }, cancelButtonProps: { autoInsertSpace: false },
      onOk: () => { agreeToLeave(true); resolve(true); }, onCancel: () => resolve(false),
    });
  });
}

const openRow = (search: string): string | null => new URLSearchParams(search).get('open');

type Props = { dirty: boolean; words: Words; left: () => void };

/** Stands between unsaved changes and every way out: links, the back button, another row, closing the tab. */
export function LeaveGuard({ dirty, words, left }: Props) {
  const latest = useRef({ dirty, left });
  latest.current = { dirty, left };
  const shouldBlock = useCallback<BlockerFunction>(({ currentLocation, nextLocation }) => {
    const isSame = currentLocation.pathname === nextLocation.pathname && openRow(currentLocation.search) === openRow(nextLocation.search);
    if (isSame || !latest.current.dirty) return false;
    if (!hasAgreedToLeave()) return true;
    agreeToLeave(false);
    latest.current.left();
    return false;
  }, []);
  const blocker = useBlocker(shouldBlock);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirmLeave(words).then((isLeaving) => {
      agreeToLeave(false);
      if (!isLeaving) return blocker.reset();
      latest.current.left();
      blocker.proceed();
    });
  }, [blocker, words]);
  useEffect(() => agreeToLeave(false), [dirty]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => { if (latest.current.dirty) event.preventDefault(); };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
  return null;
}
