import { afterEach, expect, it } from 'vitest';
import { forgetEarlyAnswers, takeEarlyAnswer } from './early-answers.ts';

const url = '/web-api/open/user?json=1';
afterEach(forgetEarlyAnswers);

it('hands an answer out once', async () => {
  window.early = { [url]: Promise.resolve(new Response('{}')) };
  expect(await (await takeEarlyAnswer(url))?.text()).toBe('{}');
  expect(takeEarlyAnswer(url)).toBeUndefined();
});

it('hands out a refusal, too: the server may say only once why a session ended', async () => {
  window.early = { [url]: Promise.resolve(new Response('{}', { status: 401 })) };
  expect((await takeEarlyAnswer(url))?.status).toBe(401);
});

it('leaves a lost connection to the usual way', async () => {
  window.early = { [url]: Promise.reject(new Error('offline')) };
  expect(await takeEarlyAnswer(url)).toBeUndefined();
});

it('forgets what was asked for somebody else', () => {
  window.early = { [url]: Promise.resolve(new Response('{}')) };
  forgetEarlyAnswers();
  expect(takeEarlyAnswer(url)).toBeUndefined();
});
