import { afterAll, afterEach } from 'vitest';
import { describePages } from './browser.ts';
import { closeDatabase } from './database.ts';
import { releaseServer, takeServer } from './server.ts';

const maxCharacters = 3000;

await takeServer();

/** Prints what the pages show when a test fails, for those who only have the output. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const pages = await describePages(task.name.replaceAll(/[^\w一-鿿]+/g, '-').slice(0, 60)).catch((cause: unknown) => [
    `The pages cannot be described: ${String(cause)}`,
  ]);
  for (const text of pages) process.stderr.write(`\n-- ${task.name}\n${text.slice(0, maxCharacters)}\n`);
});

afterAll(async () => {
  await closeDatabase();
  await releaseServer();
});
