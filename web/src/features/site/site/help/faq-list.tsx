import type { SiteFaq } from '@kaike/shared/contracts/site/site';
import { Paragraphs } from '../../../../app/components/rich-text.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import css from './faq-list.module.css';

/** Questions that open to their answers. */
export function FaqList({ faqs }: { faqs: readonly SiteFaq[] }) {
  return (
    <ul className={css['list']}>
      {faqs.map(({ id, question, answer }) => (
        <li key={id}>
          <details>
            <summary>
              <span>{question}</span>
              <Icon name="down" size={18} />
            </summary>
            <Paragraphs text={answer} />
          </details>
        </li>
      ))}
    </ul>
  );
}
