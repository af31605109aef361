import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// On a busy machine waiting can take long.
configure({ asyncUtilTimeout: 60_000 });

// Test files share the packages, as loading them takes longer than the tests; the product's own module state is reset for each.
vi.resetModules();

afterEach(() => {
  cleanup();
  // The files share one page: neither what a test put there nor where it went must meet the next one.
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
  localStorage.clear();
  sessionStorage.clear();
});
