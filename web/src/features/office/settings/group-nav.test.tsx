import { render } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { wordsOf } from '../../../kit/words/use-words.ts';
import { GroupNav } from './group-nav.tsx';

it('scrolls to the current group, which may be outside the strip of a phone', () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  onTestFinished(() => scroll.mockRestore());
  const nav = (current: string) => (
    <GroupNav
      groups={['site', 'sms', 'storage']}
      current={current}
      wrong={new Set()}
      words={wordsOf((key) => key, 'configs')}
      onSelect={() => undefined}
    />
  );
  const { rerender } = render(nav('storage'));
  rerender(nav('sms'));
  expect(scroll.mock.contexts.map((element) => (element as Element).textContent)).toEqual(['storage', 'sms']);
});
