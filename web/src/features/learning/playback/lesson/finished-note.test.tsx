import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { loadWording } from '../../../../app/wording.ts';
import { FinishedNote } from './finished-note.tsx';

const next = { id: 3, type: 1, title: '点一杯咖啡' };

it.each([
  { next, isPreview: false, text: '已学完本课时下一课时：点一杯咖啡' },
  { next: null, isPreview: false, text: '已学完本课时课程现有的课时都学完了。' },
  // The other lessons are closed, not finished.
  { next: null, isPreview: true, text: '已学完本课时' },
])('says with the tick of the school that the lesson is finished, and what is left: $text', async (props) => {
  await loadWording('home');
  render(<FinishedNote isFinished next={props.next} isPreview={props.isPreview} />);
  const note = screen.getByRole('status');
  expect(note.textContent).toBe(props.text);
  expect(note.querySelector('svg')).not.toBeNull();
});
