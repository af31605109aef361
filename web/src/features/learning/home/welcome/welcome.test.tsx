import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderPage } from '../../../../../test/render-page.tsx';
import { userOf } from '../../../../../test/session-users.ts';
import { useSession, type User } from '../../../../app/session.ts';
import { Welcome } from './welcome.tsx';

afterEach(() => useSession.setState({ user: null }));

it.each<[string, Partial<User>, string]>([
  ['the name that the school entered', { name: '李小红' }, '李小红'],
  ['nothing for a number', { name: '138****0001' }, ''],
  ['nothing for a user name', { name: 'xiaohong', username: 'xiaohong' }, ''],
])('begins with %s', (_what, user, value) => {
  useSession.setState({ user: userOf(user) });
  renderPage(<Welcome close={() => undefined} />);
  expect(screen.getByRole('textbox')).toHaveProperty('value', value);
});
