import { copyText } from '../../../app/components/copy-text.ts';
import { KitIcon } from '../../kit-icon.tsx';
import type { ResourceWording } from '../../words/use-words.ts';

/** Copies an identifier to the clipboard. A masked one is useless there and gets no button. */
export function CopyButton({ text, words }: { text: string; words: ResourceWording }) {
  if (text === '' || text.includes('***')) return null;
  return (
    <button
      type="button"
      className="kk-mini"
      aria-label={`${words.t('kit.copy')} ${text}`}
      title={words.t('kit.copy')}
      onClick={() => void copyText(text, words.t('kit.copied'))}
    >
      <KitIcon name="copy" size={14} />
    </button>
  );
}
