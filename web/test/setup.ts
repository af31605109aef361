import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// What is waited for comes sooner or later on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

// Test files share the packages, whose loading takes longer than the tests; what the product keeps in its modules begins anew in each.
vi.resetModules();

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
