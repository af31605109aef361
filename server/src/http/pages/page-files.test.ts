import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locale } from '@kaike/shared/locales/languages';
import { loadPageFiles } from './page-files.ts';

const root = mkdtempSync(join(tmpdir(), 'kaike-pages-'));
const words = { 'zh-CN': ['assets/zh.js'], en: ['assets/en.js'] };
beforeAll(() => {
  mkdirSync(join(root, '.vite'));
  writeFileSync(
    join(root, '.vite/pages.json'),
    JSON.stringify({
      '/open/login': { all: ['assets/login.js'], words, answers: [] },
      '/admin/:resource': { all: ['assets/list.js'], words, answers: [] },
      '/home/courses/:id': {
        all: ['assets/course.js', 'assets/course.css'],
        words,
        answers: ['/open/user', '/home/courses/:id'],
      },
      '/admin/index': { all: [], words, answers: ['/admin/index'] },
    }),
  );
});
afterAll(() => rmSync(root, { recursive: true }));

const headOf = (path: string, has_session = true, language: Locale = 'zh-CN') =>
  loadPageFiles(root)(path, { language, has_session });

describe('the head of a page', () => {
  it('links to the files of the address in the language of the reader, and names the answers with its parameters', () => {
    expect(headOf('/home/courses/7', true, 'en')).toEqual({
      early: '<meta name="early" content="/open/user /home/courses/7">',
      links:
        '<link rel="modulepreload" crossorigin href="/assets/course.js"><link rel="preload" as="style" crossorigin href="/assets/course.css"><link rel="modulepreload" crossorigin href="/assets/en.js">',
    });
    expect(headOf('/home/courses/7').links).toContain('/assets/zh.js');
  });

  it('belongs to the login page when a page needs a session and there is none', () => {
    expect(headOf('/home/courses/7', false)).toEqual(headOf('/open/login'));
    expect(headOf('/', true)).toEqual(headOf('/open/login'));
  });

  it('names no answers where there are none', () => {
    expect(headOf('/open/login').early).toBe('');
  });

  it('prefers an exact address to a pattern', () => {
    expect(headOf('/admin/index').early).toContain('/admin/index');
    expect(headOf('/admin/members').links).toContain('/assets/list.js');
  });

  it('is empty for an unknown address and for one that would break out of the attribute', () => {
    expect(headOf('/open/nowhere')).toEqual({ early: '', links: '' });
    expect(headOf('/home/courses/"><script>')).toEqual({ early: '', links: '' });
  });
});

it('is empty without a build', () => {
  expect(loadPageFiles(join(root, 'none'))('/open/login', { language: 'zh-CN', has_session: false })).toEqual({
    early: '',
    links: '',
  });
});
