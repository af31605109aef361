import { render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { configOf } from '../../../test/client-config.ts';
import { useConfig } from '../config.ts';
import { Portrait } from './portrait.tsx';

afterEach(() => useConfig.setState({ config: null }));

it('shows the school’s picture for users without their own', async () => {
  useConfig.setState({ config: configOf({ def_avatar: '/uploads/face.png' }) });
  const pictures = [null, '', '/uploads/own.png'].map((src) =>
    render(<Portrait name="王小明" src={src} />)
      .container.querySelector('img')
      ?.getAttribute('src'),
  );
  expect(pictures).toEqual(['/uploads/face.png', '/uploads/face.png', '/uploads/own.png']);
  useConfig.setState({ config: null });
  const { container } = render(<Portrait name="王小明" src={null} />);
  await expect.poll(() => container.querySelector('svg')).not.toBeNull();
});
