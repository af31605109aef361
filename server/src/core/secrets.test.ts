import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSecrets } from './secrets.ts';

const [first, second] = ['the first secret of an installation', 'the second secret of an installation'];

/** A value sealed before the format had a name: bound to nothing. */
function sealOlder(secret: string, purpose: string, text: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(hkdfSync('sha256', secret, 'kaike', purpose, 32)), iv);
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

const today = createSecrets(first);

describe('a sealed value', () => {
  it('opens for its own purpose and subject only', () => {
    const sealed = today.seal('id_card', '11010519491231002X', 7);
    expect(today.open('id_card', sealed, 7).toString()).toBe('11010519491231002X');
    expect(() => today.open('id_card', sealed, 8)).toThrow();
    expect(() => today.open('configs', sealed, 7)).toThrow();
    expect(() => createSecrets(second).open('id_card', sealed, 7)).toThrow('another KAIKE_SECRET');
  });

  it('is refused when a byte was changed or its mark removed', () => {
    const sealed = today.seal('configs', 'value', 'sms_key');
    for (const place of sealed.keys()) {
      const bent = Buffer.from(sealed);
      bent.writeUInt8((bent[place] ?? 0) ^ 1, place);
      expect(() => today.open('configs', bent, 'sms_key'), String(place)).toThrow();
    }
    expect(() => today.open('configs', sealed.subarray(today.mark.length), 'sms_key')).toThrow();
    expect(() => today.open('configs', Buffer.alloc(0), 'sms_key')).toThrow();
  });

  it('older than the format is still read, and recognised as older', () => {
    const older = sealOlder(first, 'configs', '旧的值');
    expect(today.open('configs', older, 'sms_key').toString()).toBe('旧的值');
    expect([today.isCurrent(older), today.isCurrent(today.seal('configs', '', 'x'))]).toEqual([false, true]);
    expect(() => createSecrets(second).open('configs', older, 'sms_key')).toThrow();
  });

  it('opens with the previous secret while the secret is being changed, and is sealed with the new one', () => {
    const changing = createSecrets(second, first);
    const older = [today.seal('configs', 'kept', 'a'), sealOlder(first, 'configs', 'kept')];
    for (const sealed of older) {
      expect(changing.open('configs', sealed, 'a').toString()).toBe('kept');
      expect(changing.isCurrent(sealed)).toBe(false);
    }
    expect(() => changing.open('configs', today.seal('configs', 'kept', 'a'), 'b')).toThrow();
    expect(
      createSecrets(second)
        .open('configs', changing.seal('configs', 'new', 'a'), 'a')
        .toString(),
    ).toBe('new');
    expect(changing.hmacs('card-lookup', 'x')).toEqual([
      createSecrets(second).hmac('card-lookup', 'x'),
      today.hmac('card-lookup', 'x'),
    ]);
    expect(today.hmacs('card-lookup', 'x')).toEqual([today.hmac('card-lookup', 'x')]);
  });
});
