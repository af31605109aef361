import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { termMode } from '@kaike/shared/domain/commerce/product-status';
import { createTranslator } from '@kaike/shared/kit/wording';
import words from '@kaike/shared/locales/zh-CN/resources/products.json' with { type: 'json' };
import { useWording } from '../../../app/wording.ts';
import type { ShownRowOf } from '../../../kit/resource-view.ts';
import type { products } from '@kaike/shared/resources/commerce/products';
import { resourceView } from './products.resource.tsx';

const { t } = useWording.getState();
beforeEach(() => useWording.setState({ t: createTranslator({ locale: 'zh-CN', catalogues: [words] }) }));
afterEach(() => useWording.setState({ t }));

const row = (term: Partial<ShownRowOf<typeof products>>): ShownRowOf<typeof products> =>
  ({ term_value: 365, fixed_end_at: null, ...term }) as ShownRowOf<typeof products>;

it.each([
  [row({ term_mode: termMode.months, term_value: 12 }), '12 个月'],
  [row({ term_mode: termMode.days }), '365 天'],
  [row({ term_mode: termMode.fixed_end, fixed_end_at: '2027-01-31' }), '至 2027-01-31'],
  [row({ term_mode: termMode.permanent }), '永久有效'],
])('says how long a product lasts in one phrase', (one, phrase) => {
  expect(render(<>{resourceView.cells?.term_mode?.(one)}</>).container.textContent).toBe(phrase);
});
