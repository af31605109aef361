import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { formatSecret, makeSecret } from '@kaike/shared/domain/cards/card-secret';
import { CodeEntry } from './code-entry.tsx';

const secret = makeSecret(Uint8Array.from({ length: 15 }, (_, index) => index * 11));

function start(): { codes: string[]; field: HTMLInputElement } {
  const codes: string[] = [];
  function Page() {
    const [value, setValue] = useState('');
    return <CodeEntry value={value} onChange={setValue} busy={false} onCode={(code) => codes.push(code)} />;
  }
  render(<Page />);
  return { codes, field: screen.getByRole<HTMLInputElement>('textbox') };
}

it('extracts the code from a pasted message and continues at once', () => {
  const { codes, field } = start();
  fireEvent.paste(field, { clipboardData: { getData: () => `您的卡密：${formatSecret(secret)}，请尽快激活` } });
  expect(field.value).toBe(formatSecret(secret));
  expect(codes).toEqual([secret]);
});

it('groups what is typed, and sends it when complete', () => {
  const { codes, field } = start();
  fireEvent.change(field, { target: { value: secret.slice(0, 6).toLowerCase() } });
  expect(field.value).toBe(`${secret.slice(0, 4)}-${secret.slice(4, 6)}`);
  fireEvent.submit(field);
  expect(codes).toEqual([]);
  fireEvent.change(field, { target: { value: secret } });
  fireEvent.submit(field);
  expect(codes).toEqual([secret]);
});

it('reports a wrong symbol at the field, and sends nothing', () => {
  const { codes, field } = start();
  fireEvent.change(field, { target: { value: secret.slice(0, -1) + (secret.endsWith('A') ? 'B' : 'A') } });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').textContent).toBe('cards.typo');
  fireEvent.submit(field);
  expect(codes).toEqual([]);
});

it('asks for the code when nothing was entered', () => {
  const { codes, field } = start();
  fireEvent.submit(field);
  expect(screen.getByRole('alert').textContent).toBe('cards.enter.needed');
  expect(codes).toEqual([]);
});

it('tells a card number from a code', () => {
  const { codes, field } = start();
  fireEvent.change(field, { target: { value: 'DM0300000024' } });
  expect(screen.getByRole('alert').textContent).toBe('cards.enter.card_no');
  fireEvent.submit(field);
  expect(codes).toEqual([]);
});

const squares = (): string[] => [...document.querySelectorAll('b')].map((square) => square.textContent ?? '');

it('draws the code in sixteen squares, four to a group, and marks the one the next key fills', () => {
  const { field } = start();
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: secret.slice(0, 6) } });
  expect(squares()).toEqual([...secret.slice(0, 6), ...Array.from({ length: 10 }, () => '')]);
  expect([...document.querySelectorAll('b')].findIndex((square) => square.dataset['current'] === 'true')).toBe(6);
  expect(screen.getByRole('textbox', { name: 'cards.enter.label' })).toBe(field);
  fireEvent.blur(field);
  expect(document.querySelector('b[data-current=true]')).toBeNull();
});

it('selects the sign in the square that was tapped, so that the next key replaces it', () => {
  const { field } = start();
  fireEvent.change(field, { target: { value: secret.slice(0, 6) } });
  field.setSelectionRange(field.value.length, field.value.length);
  document.querySelectorAll('b').forEach((square, index) => {
    square.getBoundingClientRect = () => new DOMRect(index * 40, 0, 40, 52);
  });
  fireEvent.click(field, { clientX: 4 * 40 + 5, clientY: 10 });
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(secret[4]);
  fireEvent.click(field, { clientX: 4 * 40 + 5, clientY: 400 });
  expect(field.selectionStart).toBe(5);
});

it('shows what cannot be a code as it was entered', () => {
  const { field } = start();
  fireEvent.change(field, { target: { value: '您的卡片' } });
  expect([field.dataset['plain'], field.value]).toEqual(['true', '您的卡片']);
  expect(screen.getByRole('alert').textContent).toBe('cards.enter.no_code');
});
