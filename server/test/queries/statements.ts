import type { TestApp } from '../app.ts';

type Client = { query: (...args: unknown[]) => unknown };
const textOf = (statement: unknown): string =>
  typeof statement === 'object' && statement !== null && 'text' in statement
    ? String(statement.text)
    : String(statement);

/** The statements that `work` sends to the database, in order. */
export async function statementsOf(app: Pick<TestApp, 'ctx'>, work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const watched = new Map<Client, Client['query']>();
  const watch = (client: Client): void => {
    if (watched.has(client)) return;
    const { query } = client;
    watched.set(client, query);
    client.query = (...args) => {
      texts.push(textOf(args[0]));
      return query.apply(client, args);
    };
  };
  app.ctx.pool.on('acquire', watch);
  try {
    await work();
  } finally {
    app.ctx.pool.off('acquire', watch);
    for (const [client, query] of watched) client.query = query;
  }
  return texts;
}
