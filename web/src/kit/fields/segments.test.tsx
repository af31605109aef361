import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { field } from '@kaike/shared/kit/field';
import { FieldRow } from '../form/field-row.tsx';
import { focusFirst } from './focus-first.ts';

const labelled = (labels: readonly string[]) => labels.map((label, value) => ({ value, label, tone: 'default' }));
const choicesOf = (labels: readonly string[]) => labels.map((key, value) => ({ value, key }));

function open(labels: readonly string[], { is_nullable: nullable = false, inCell = false, value = 0 } = {}) {
  const onChange = vi.fn<(value: unknown) => void>();
  const onBlur = vi.fn<() => void>();
  render(
    <FieldRow
      id="field-kind"
      name="kind"
      label="类型"
      error={undefined}
      field={field.choice(choicesOf(labels), { nullable })}
      choices={labelled(labels)}
      inCell={inCell}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
    />,
  );
  return { onChange, onBlur };
}

const courses = ['课程', 'AI 时长', '两者都有'];

describe('a choice', () => {
  it('is a row of segments while its choices are few and short', () => {
    const { onChange } = open(courses);
    expect(screen.getByRole('radiogroup', { name: '类型' })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '课程' }).checked).toBe(true);
    fireEvent.click(screen.getByRole('radio', { name: '两者都有' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(2);
  });

  it.each([
    ['five choices', ['一', '二', '三', '四', '五'], {}],
    ['sentences', ['从原到期日顺延', '一律从激活日起算', '有效期内不能再次激活'], {}],
    ['what can be emptied', courses, { is_nullable: true }],
    ['a cell of a list', courses, { inCell: true }],
  ])('is a select for %s', (_, labels, options) => {
    open(labels, options);
    expect(screen.getByRole('combobox', { name: '类型' })).toBeTruthy();
    expect(screen.queryByRole('radiogroup')).toBeNull();
  });

  it('takes the cursor at the chosen segment, and is left when the cursor leaves the row', () => {
    const { onBlur } = open(courses, { value: 1 });
    screen.getByRole('radiogroup').focus();
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'AI 时长' }));
    screen.getByRole('radio', { name: 'AI 时长' }).blur();
    focusFirst(document.body);
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'AI 时长' }));
    onBlur.mockClear();
    fireEvent.blur(screen.getByRole('radio', { name: 'AI 时长' }), {
      relatedTarget: screen.getByRole('radio', { name: '课程' }),
    });
    expect(onBlur).not.toHaveBeenCalled();
    fireEvent.blur(screen.getByRole('radio', { name: 'AI 时长' }));
    expect(onBlur).toHaveBeenCalledOnce();
  });
});
