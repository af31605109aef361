import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { LessonAnswer } from '@kaike/shared/contracts/learning/lessons';
import { buttonClass } from '../../../../ui/button.tsx';
import { Neighbours } from './neighbours.tsx';

const facts = {
  previous: { id: 1, type: 4, title: '前一课' },
  next: { id: 3, type: 4, title: '后一课' },
} as LessonAnswer;

it.each([true, false])('finished: %s; only then the next lesson is a button', (isFinished) => {
  render(
    <MemoryRouter>
      <Neighbours facts={facts} isFinished={isFinished} />
    </MemoryRouter>,
  );
  expect(screen.getByTitle('后一课').className === buttonClass('primary')).toBe(isFinished);
  expect(screen.getByTitle('前一课').className).not.toBe(buttonClass('primary'));
});
