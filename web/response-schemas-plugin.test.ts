import { describe, expect, it } from 'vitest';
import { withoutResponses } from './response-schemas-plugin.ts';

const code = `
const row = s.object({ id: s.integer() });
export const list = contract({ method: 'GET', path: '/rows', response: s.array(row) });
export const reply = contract({ method: 'POST', path: '/rows', body: { answer: text({ rules: 'required' }) }, response: row });`;

describe('contracts in the browser', () => {
  it('have no response schema, and calls that can be dropped', () => {
    expect(withoutResponses('contract.ts', code)).toBe(`
const row = /* @__PURE__ */ s.object({ id: /* @__PURE__ */ s.integer() });
export const list = /* @__PURE__ */ contract({ method: 'GET', path: '/rows', response: undefined });
export const reply = /* @__PURE__ */ contract({ method: 'POST', path: '/rows', body: { answer: /* @__PURE__ */ text({ rules: 'required' }) }, response: undefined });`);
  });

  it('are left as they are where nothing is called', () => {
    expect(withoutResponses('names.ts', `export type Name = 'answer';`)).toBe(`export type Name = 'answer';`);
  });
});
