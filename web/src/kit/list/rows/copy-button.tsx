import { toast } from '../../../app/toasts.ts';
import { KitIcon } from '../../kit-icon.tsx';
import type { Words } from '../../words/use-words.ts';

/** Copies an identifier to the clipboard. A masked one is useless there and gets no button. */
export function CopyButton({ text, words }: { text: string; words: Words }) {
  if (text === '' || text.includes('***')) return null;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast('success', words.t('kit.copied'));
    } catch {
      toast('warning', words.t('lists.copy_failed'));
    }
  };
  return (
    <button
      type="button"
      className="kk-mini"
      aria-label={`${words.t('kit.copy')} ${text}`}
      title={words.t('kit.copy')}
      onClick={() => void copy()}
    >
      <KitIcon name="copy" size={14} />
    </button>
  );
}
