import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Catalogue } from '@kaike/shared/kit/wording';
import { partWords, type PartWords } from './part-words.ts';

function Word({ words }: { words: PartWords }) {
  const t = words.useT();
  return <button type="button">{t('late.open')}</button>;
}

it('shows no key while the wording of a part loads', async () => {
  let arrive = (_words: { default: Catalogue }): void => undefined;
  const coming = new Promise<{ default: Catalogue }>((resolve) => {
    arrive = resolve;
  });
  render(<Word words={partWords({ 'zh-CN': () => coming })} />);
  expect(screen.getByRole('button').textContent).toBe('');
  arrive({ default: { late: { open: '打开' } } });
  await screen.findByText('打开');
});
