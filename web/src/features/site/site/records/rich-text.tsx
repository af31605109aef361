import { RichText as Text } from '../../../../app/components/rich-text.tsx';
import css from '../site.module.css';

/** A formatted text in the style of the public pages. */
export function RichText({ text }: { text: string }) {
  return <Text text={text} className={css['rich']} />;
}
