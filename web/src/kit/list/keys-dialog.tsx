import { Modal } from 'antd';
import type { Words } from '../use-words.ts';

const keys = [
  ['/', 'search'], ['n', 'new'], ['j · ↓', 'down'], ['k · ↑', 'up'], ['Enter', 'open'], ['x', 'select'], ['e', 'edit'], ['r', 'reload'], ['[', 'previous_page'], [']', 'next_page'],
  ['Ctrl / ⌘ + S', 'save'], ['?', 'help'],
] as const;

/** What the keyboard can do here. */
export function KeysDialog({ open, close, words }: { open: boolean; close: () => void; words: Words }) {
  return (
    <Modal open={open} onCancel={close} footer={null} title={words.t('kit.keys_title')}>
      <dl className="kk-keys">{keys.map(([key, name]) => <div key={key}><dt><kbd>{key}</kbd></dt><dd>{words.t(`lists.keys.${name}`)}</dd></div>)}</dl>
    </Modal>
  );
}
