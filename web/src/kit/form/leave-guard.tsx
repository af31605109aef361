import { Modal } from 'antd';
import { useCallback, useEffect, useRef } from 'react';
import { useBlocker, type BlockerFunction } from 'react-router';
import type { Words } from '../words/use-words.ts';
import { isLoginBoxOpen } from '../../app/session-ended.ts';
import { agreeToLeave, hasAgreedToLeave } from './leave-agreement.ts';

/** Asks before unsaved changes are lost. */
export function confirmLeave(words: Words): Promise<boolean> {
  return new Promise((resolve) => {
    Modal.confirm({
      title: words.t('kit.leave_title'),
      content: words.t('kit.leave_text'),
      okText: words.t('kit.leave'),
      cancelText: words.t('kit.stay'),
      okButtonProps: { danger: true, autoInsertSpace: false },
      cancelButtonProps: { autoInsertSpace: false },
      onOk: () => {
        agreeToLeave(true);
        resolve(true);
      },
      onCancel: () => resolve(false),
    });
  });
}

const openRow = (search: string): string | null => new URLSearchParams(search).get('open');

type Props = { dirty: boolean; words: Words; onLeave: () => void };

/** Guards unsaved changes against every way of leaving: links, the back button, another row, closing the tab. */
export function LeaveGuard({ dirty, words, onLeave }: Props) {
  const state = useRef({ dirty, onLeave });
  state.current = { dirty, onLeave };
  const shouldBlock = useCallback<BlockerFunction>(({ currentLocation, nextLocation }) => {
    const isSame =
      currentLocation.pathname === nextLocation.pathname &&
      openRow(currentLocation.search) === openRow(nextLocation.search);
    // Nobody chose to leave: the session ended, and the draft is kept for its account.
    if (isSame || !state.current.dirty || isLoginBoxOpen()) return false;
    if (!hasAgreedToLeave()) return true;
    agreeToLeave(false);
    state.current.onLeave();
    return false;
  }, []);
  const blocker = useBlocker(shouldBlock);
  const present = useRef(blocker);
  present.current = blocker;
  // The effect runs again when the wording loads, also between an answer and the blocker's own change: ask once per navigation, one dialog at a time.
  const isAsking = useRef(false);
  const answered = useRef<unknown>(null);
  useEffect(() => {
    if (blocker.state !== 'blocked' || isAsking.current || answered.current === blocker.location) return;
    isAsking.current = true;
    answered.current = blocker.location;
    void confirmLeave(words).then((isLeaving) => {
      isAsking.current = false;
      agreeToLeave(false);
      const now = present.current;
      if (now.state !== 'blocked') return;
      if (!isLeaving) return now.reset();
      state.current.onLeave();
      now.proceed();
    });
  }, [blocker, words]);
  useEffect(() => agreeToLeave(false), [dirty]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (state.current.dirty && !isLoginBoxOpen()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
  return null;
}
