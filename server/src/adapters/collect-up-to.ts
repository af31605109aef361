/** A whole body; null when it is longer than so many bytes. */
export async function collectUpTo(limit: number, body: AsyncIterable<Uint8Array> | null): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.byteLength;
    if (size > limit) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
