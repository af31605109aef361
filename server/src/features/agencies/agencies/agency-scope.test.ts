import { describe } from 'vitest';
import { testRoutes } from '../../../../test/hostile/agency-scope.ts';

describe('an agency with every permission', () => {
  testRoutes();
});
