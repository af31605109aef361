import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RichText } from './rich-text.tsx';
import { prepareRichText } from './safe-html.ts';

const text = '<ul><li>先听<strong>再读</strong></li></ul>';

it('draws a prepared text with its page', async () => {
  await prepareRichText(text);
  const { container } = render(<RichText text={text} className="rich" />);
  expect(container.querySelector('strong')?.textContent).toBe('再读');
});
