import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Motto } from './course-sections.tsx';

const teacher = { id: 1, name: '林晓彤', title: '口语主讲', avatar: null, gender: 2, motto: '', intro: '' };

it('has the words of the first teacher who says something, with who says them', () => {
  const { rerender, container } = render(<Motto teachers={[teacher]} />);
  expect(container.innerHTML).toBe('');
  rerender(<Motto teachers={[teacher, { ...teacher, id: 2, name: '周明远', title: '', motto: '先开口。' }]} />);
  expect(screen.getByRole('figure').textContent).toBe('先开口。周明远');
});
