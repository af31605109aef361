import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { formatCartonCode, makeCartonCode, parseCartonCode } from './carton-code.ts';
import { parseSecret } from './parse-secret.ts';

const codes = fc.uint8Array({ minLength: 9, maxLength: 9 }).map(makeCartonCode);

describe('carton codes', () => {
  it('are read in any form a scanner or a person enters', () => {
    fc.assert(
      fc.property(codes, (code) => {
        const shown = formatCartonCode(code);
        const wide = shown.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
        for (const text of [
          code,
          shown,
          shown.toLowerCase(),
          ` ${shown}\r\n`,
          wide,
          shown.replaceAll('0', 'O').replaceAll('1', 'l'),
        ])
          expect(parseCartonCode(text)).toEqual({ code });
      }),
    );
  });

  it('detect a wrong symbol and two swapped neighbours', () => {
    fc.assert(
      fc.property(codes, fc.nat(8), fc.nat(30), (code, place, step) => {
        const symbols = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'];
        const old = symbols.indexOf(code.charAt(place));
        const other = symbols[(old + step + 1) % 32] ?? '';
        const wrong = code.slice(0, place) + other + code.slice(place + 1);
        // Two symbols 31 apart have the same weight: one pair of the 32.
        if (Math.abs(symbols.indexOf(other) - old) !== 31) expect(parseCartonCode(wrong)).toEqual({ reason: 'typo' });
      }),
    );
  });

  it('are never confused with card secrets', () => {
    fc.assert(fc.property(codes, (code) => 'secret' in parseSecret(formatCartonCode(code)) === false));
    expect(parseCartonCode('7K3M-9QXD-42WT-H8PA')).toEqual({ reason: 'typo' });
    expect(parseCartonCode('  - ')).toEqual({ reason: 'empty' });
  });
});
