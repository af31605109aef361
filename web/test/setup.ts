import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// On a busy machine waiting can take long.
configure({ asyncUtilTimeout: 60_000 });

// Test files share the packages, as loading them takes longer than the tests; the product's own module state is reset for each.
vi.resetModules();

const home = location.href;

afterEach(() => {
  cleanup();
  // The files share one page: neither what a test put there nor where it went must meet the next one.
  document.body.replaceChildren();
  // The address of a file that was saved has no paths: what is relative to it would be about:blank from then on.
  location.href = home;
  history.replaceState(null, '', '/');
  localStorage.clear();
  sessionStorage.clear();
});
