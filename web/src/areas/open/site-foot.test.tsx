import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { ClientConfig } from '@kaike/shared/contracts/auth/start';
import { configOf } from '../../../test/client-config.ts';
import { useConfig } from '../../app/config.ts';
import { SiteFoot } from './site-foot.tsx';

const withNumbers = (numbers: Partial<ClientConfig>): void => useConfig.setState({ config: configOf(numbers) });
beforeEach(() => useConfig.setState({ config: null }));

it('shows the registration numbers with links to check them', () => {
  withNumbers({ icp_number: '京ICP备12345678号-1', police_number: '京公网安备 11010502030001号' });
  render(<SiteFoot />);
  expect(screen.getByRole('link', { name: '京ICP备12345678号-1' }).getAttribute('href')).toBe(
    'https://beian.miit.gov.cn/',
  );
  expect(screen.getByRole('link', { name: /京公网安备/ }).getAttribute('href')).toBe(
    'https://beian.mps.gov.cn/#/query/webSearch?code=11010502030001',
  );
});

it('shows the filings of the AI teacher', () => {
  withNumbers({ ai_model_filing: '网信算备 1 号', ai_algorithm_filing: '' });
  render(<SiteFoot />);
  expect(document.body.textContent).toBe('网信算备 1 号');
});

it('takes no space without any', () => {
  withNumbers({ icp_number: '', police_number: '' });
  render(<SiteFoot />);
  expect(document.body.textContent).toBe('');
});
