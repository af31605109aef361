import { createHash, type Hash } from 'node:crypto';
import { encodeUrlSafe } from './upload-token.ts';

const BLOCK_BYTES = 4 * 1024 * 1024;
const ONE_BLOCK = 0x16;
const MANY_BLOCKS = 0x96;

/** Computes the Kodo content hash of a stream, one 4 MiB block at a time. */
export class KodoEtag {
  #block: Hash = createHash('sha1');
  #filled = 0;
  readonly #done: Buffer[] = [];

  /** Adds the next bytes of the content. */
  update(bytes: Uint8Array): void {
    let rest = bytes;
    while (rest.length > 0) {
      if (this.#filled === BLOCK_BYTES) this.#closeBlock();
      const chunk = rest.subarray(0, BLOCK_BYTES - this.#filled);
      this.#block.update(chunk);
      this.#filled += chunk.length;
      rest = rest.subarray(chunk.length);
    }
  }

  /** The hash of everything added; call it once. */
  digest(): string {
    this.#closeBlock();
    const [first] = this.#done;
    const isSingle = this.#done.length === 1 && first !== undefined;
    const body = isSingle ? first : createHash('sha1').update(Buffer.concat(this.#done)).digest();
    return encodeUrlSafe(Buffer.concat([Buffer.of(isSingle ? ONE_BLOCK : MANY_BLOCKS), body]));
  }

  #closeBlock(): void {
    this.#done.push(this.#block.digest());
    this.#block = createHash('sha1');
    this.#filled = 0;
  }
}

/** The Kodo content hash of bytes already in memory. */
export function kodoEtag(bytes: Uint8Array): string {
  const etag = new KodoEtag();
  etag.update(bytes);
  return etag.digest();
}
