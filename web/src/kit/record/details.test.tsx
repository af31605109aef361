import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { downLog } from '@kaike/shared/resources/office/down-log';
import { wordsOf } from '../words/use-words.ts';
import { Details } from './details.tsx';
import { FieldValue } from './field-value.tsx';

const fields = Array.from({ length: 40 }, (_, index) => `字段 ${index + 1}`).join('、');
const row = { id: 1, fields };
const words = wordsOf((key) => key, 'down-log');

it('shows a long text whole in a record, where it is read', () => {
  render(
    <Details definition={downLog} loaded={{ row, maps: {}, permissions: [], configUrl: {} }} words={words} view={{}} />,
  );
  expect(screen.getByText(fields)).toBeTruthy();
});

it('shows a long text whole in an overview', () => {
  render(<FieldValue definition={downLog} row={row} name="fields" words={words} view={{}} mayReveal={false} />);
  expect(screen.getByText(fields)).toBeTruthy();
});
