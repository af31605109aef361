import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import { PasswordNote } from './password-note.tsx';

it('copies where to log in with the name and the password', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'));
  renderPage(<PasswordNote title="" login={{ username: 'hangzhou', password: 'x1' }} done={() => undefined} />);
  fireEvent.click(screen.getAllByRole('button')[0] as HTMLElement);
  await waitFor(() => expect(writeText).toHaveBeenCalled());
  for (const part of [`${location.origin}/open/login`, 'hangzhou', 'x1'])
    expect(writeText.mock.calls[0]?.[0]).toContain(part);
});
