import { expect, it } from 'vitest';
import { createRegistry } from './registry.ts';

it('refuses a behaviour whose name no resource has', () => {
  expect(createRegistry({ roles: {} }).get('roles').definition.name).toBe('roles');
  expect(() => createRegistry({ searchTerms: {} })).toThrow('There is no resource called searchTerms.');
});
