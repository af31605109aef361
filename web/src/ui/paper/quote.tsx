import css from './quote.module.css';

type Props = {
  children: string;
  /** Who says it; without a name there is no signature. */
  by?: string;
  className?: string | undefined;
};

/** What a person says in their own words, in the voice of the school, with their name below. Its size is that of the text around it. */
export function Quote({ children, by, className = '' }: Props) {
  return (
    <figure className={`${css['quote']} ${className}`}>
      <blockquote>{children}</blockquote>
      {by ? <figcaption>{by}</figcaption> : null}
    </figure>
  );
}
