import { expect, it } from 'vitest';
import { isPublicAddress } from './public-fetch.ts';

it.each([
  ['8.8.8.8', true],
  ['2400:3200::1', true],
  ['10.0.0.1', false],
  ['127.0.0.1', false],
  ['100.100.100.200', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::ffff:8.8.8.8', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:0:7f00:1::', false],
  ['example.com', false],
  ['', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});
