import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { wordsOf } from '../words/use-words.ts';
import { EmptyList } from './empty-list.tsx';

const texts: Record<string, string> = {
  'resources.webhooks.name': 'Webhooks',
  'resources.webhooks.unit': '{count} webhook',
  'kit.new': 'New {name}',
  'kit.empty': 'No {name} yet',
  'kit.empty_hint': 'Choose “{create}” to add the first one',
};
const words = wordsOf(
  (key, params = {}) => (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => String(params[name])),
  'webhooks',
);

it('names the button that creates the first row', () => {
  render(<EmptyList words={words} filtered={false} reset={() => {}} can_create />);
  expect(screen.getByText('Choose “New webhook” to add the first one')).toBeTruthy();
});
