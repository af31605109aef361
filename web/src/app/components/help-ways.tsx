import type { FaqTopic } from '@kaike/shared/domain/site/faq-topic';
import { HelpLink } from './help-link.tsx';
import { Support } from './support.tsx';

/** Where somebody who is stuck turns: answers first, then a person. */
export function HelpWays({ topic }: { topic?: FaqTopic }) {
  return (
    <>
      <HelpLink {...(topic ? { topic } : {})} />
      <Support />
    </>
  );
}
