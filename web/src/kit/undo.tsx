import { Button, notification } from 'antd';
import type { ResourceWording } from './words/use-words.ts';

const shownSec = 8;

/** Shows what was done, with an undo button. */
export function offerUndo(words: ResourceWording, { text, undo }: { text: string; undo: () => Promise<void> }): void {
  const key = `undo-${Date.now()}`;
  notification.open({
    key,
    title: (
      <span className="kk-undo">
        {text}
        <Button
          type="link"
          size="small"
          onClick={() => {
            notification.destroy(key);
            void undo();
          }}
        >
          {words.t('kit.undo')}
        </Button>
      </span>
    ),
    duration: shownSec,
    placement: 'bottomRight',
    role: 'status',
  });
}
