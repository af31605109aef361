import { Modal } from 'antd';
import { useCallback, useEffect, useRef } from 'react';
import type { ResourceWording } from '../words/use-words.ts';
import { useLeaveQuestion, type LeaveQuestion } from '../../app/routing/leave-questions.ts';
import { isLoginBoxOpen } from '../../app/session-ended.ts';
import { agreeToLeave, hasAgreedToLeave } from './leave-agreement.ts';

/** Asks before unsaved changes are lost. */
export function confirmLeave(words: ResourceWording): Promise<boolean> {
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

type Props = { dirty: boolean; words: ResourceWording; onLeave: () => void };

/** Guards unsaved changes against every way of leaving: links, the back button, another row, closing the tab. */
export function LeaveGuard({ dirty, words, onLeave }: Props) {
  const state = useRef({ dirty, words, onLeave });
  state.current = { dirty, words, onLeave };
  useLeaveQuestion(
    useCallback<LeaveQuestion>((from, to) => {
      const isSame = from.pathname === to.pathname && openRow(from.search) === openRow(to.search);
      // Nobody chose to leave: the session ended, and the draft is kept for its account.
      if (isSame || !state.current.dirty || isLoginBoxOpen()) return false;
      if (hasAgreedToLeave()) {
        agreeToLeave(false);
        state.current.onLeave();
        return false;
      }
      return confirmLeave(state.current.words).then((isLeaving) => {
        agreeToLeave(false);
        if (isLeaving) state.current.onLeave();
        return isLeaving;
      });
    }, []),
  );
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
