import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Avatar } from './parts.tsx';

it.each([
  ['王小明', '明'],
  ['欧阳娜娜', '娜'],
  ['admin', 'A'],
  ['Mary Smith', 'MS'],
  ['zhang_san', 'ZS'],
  ['émile', 'É'],
  ['138****0000', '1'],
  ['', ''],
])('the avatar of %s shows %s', (name, initials) => {
  expect(render(<Avatar name={name} />).container.textContent).toBe(initials);
});
