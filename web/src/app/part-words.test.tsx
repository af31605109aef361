import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { pages } from 'virtual:pages/home';
import notes from 'virtual:locale/notes';
import { inEachLanguage } from '@kaike/shared/locales/languages';
import type { Catalogue } from '@kaike/shared/kit/wording';
import { ChunkLoadError } from './loading/load-chunk.ts';
import { partWords, type PartWords } from './part-words.ts';

function Word({ words, name }: { words: PartWords; name: string }) {
  const t = words.useT();
  return <button type="button">{t(name)}</button>;
}

type Load = () => Promise<{ default: Catalogue }>;
const inEveryLanguage = (load: Load): PartWords => partWords(inEachLanguage(() => load));

it('shows no key while the wording of a part loads', async () => {
  let arrive = (_words: { default: Catalogue }): void => undefined;
  const coming = new Promise<{ default: Catalogue }>((resolve) => {
    arrive = resolve;
  });
  render(<Word words={inEveryLanguage(() => coming)} name="late.open" />);
  expect(screen.getByRole('button').textContent).toBe('');
  arrive({ default: { late: { open: '打开' } } });
  await screen.findByText('打开');
});

it('shows the keys of wording that does not arrive, and loads it the next time', async () => {
  let isOffline = true;
  const words = inEveryLanguage(async () => {
    if (isOffline) throw new ChunkLoadError('missing');
    return { default: { late: { open: '打开' } } };
  });
  await words.load();
  const { unmount } = render(<Word words={words} name="late.open" />);
  expect(screen.getByRole('button').textContent).toBe('late.open');
  unmount();
  isOffline = false;
  render(<Word words={words} name="late.open" />);
  await screen.findByText('打开');
});

it('loads a page together with its wording', async () => {
  const page = await pages['/home/notes']?.();
  expect(Object.keys(page ?? {})).toContain('MyNotesPage');
  render(<Word words={notes} name="notes.title" />);
  expect(screen.getByRole('button').textContent).toBe('我的笔记');
});
