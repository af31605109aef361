import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// On a busy machine waiting can take long.
configure({ asyncUtilTimeout: 60_000 });

// Test files share the packages, as loading them takes longer than the tests; the product's own module state is reset for each.
vi.resetModules();

afterEach(() => {
  cleanup();
  // The files share one page: what a test put there itself must not meet the next one.
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});
