import type { TestApp } from './app.ts';

type Document = { id: number; address: string };

/** Stores a document as if an administrator had uploaded it. */
export async function storeDocument({ ctx, person }: TestApp, name: string, bytes: Buffer): Promise<Document> {
  const admin = await person.admin();
  const ext = name.split('.').at(-1) ?? 'pdf';
  const stored = await ctx.adapters.storage.store(ext, bytes);
  const { id } = await ctx.db
    .insertInto('files')
    .values({ key: stored.key, name, ext, size: bytes.length, hash: stored.hash, created_by: admin.user_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, address: `/uploads/files/${stored.key}` };
}
