import { describe } from 'vitest';
import { testCounts } from '../../../../test/hostile/agency-scope.ts';

describe('an agency with every permission', () => {
  testCounts();
});
