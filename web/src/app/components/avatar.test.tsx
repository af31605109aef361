import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Avatar } from './portrait.tsx';

it('draws a face from the name, the same each time, where there is no picture', async () => {
  const draw = async (name: string): Promise<string> => {
    const { container } = render(<Avatar name={name} />);
    await expect.poll(() => container.querySelector('svg')).not.toBeNull();
    return container.innerHTML;
  };
  const face = await draw('王小明');
  expect(await draw('王小明')).toBe(face);
  expect(await draw('欧阳娜娜')).not.toBe(face);
});
