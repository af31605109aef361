import { RichText as Text } from '../../app/rich-text.tsx';
import css from './site.module.css';

/** A text of the public pages, with their look. */
export function RichText({ text }: { text: string }) {
  return <Text text={text} className={css['rich']} />;
}
