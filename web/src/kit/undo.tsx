import { Button, notification } from 'antd';
import type { Words } from './use-words.ts';

const shownSec = 8;

/** Tells what was deleted and offers to take it back. */
export function showUndo(words: Words, { count, undo }: { count: number; undo: () => Promise<void> }): void {
  const key = `undo-${Date.now()}`;
  notification.open({
    key, title: words.t('kit.delete_done', { count }), duration: shownSec, placement: 'bottom', role: 'status',
    actions: <Button type="link" onClick={() => { notification.destroy(key); void undo(); }}>{words.t('kit.undo')}</Button>,
  });
}
