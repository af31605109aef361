import { resources } from '@kaike/shared/resources/index';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { filterQueries, keywordQueries, sortQueries } from '../server/test/big/list-queries.ts';
import { openListData } from './data.ts';
import { load, percentile } from './loader.ts';
import { prepareAdmin } from './people.ts';
import { startProduct } from './servers.ts';

const maxMs = 200;
/** Requests per query; the first ones plan it. */
const requests = 20;
const measured = ['members', 'learning-records', 'cards'];

const print = (line: string): void => void process.stdout.write(`${line}\n`);

type QueryGroup = { resource: string; kind: string; queries: string[] };

/** Every filter, sort and keyword a list offers, grouped by field. */
function groupsOf(definition: ResourceDefinition): QueryGroup[] {
  const { name: resource, list } = definition;
  const byName = (kind: string, queries: string[]): QueryGroup => ({ resource, kind, queries });
  const words = keywordQueries(definition, { chinese: true });
  const [short, long] = [
    words.filter((query) => /_keyword\]=[^&]{1,2}(&|$)/.test(query)),
    words.filter((query) => /_keyword\]=[^&]{3,}(&|$)/.test(query)),
  ];
  return [
    ...sortQueries(definition).map((query) => byName(query || 'as it opens', [query])),
    ...(list.filters ?? []).map((key) => byName(`where[${key}]`, filterQueries(definition, key))),
    ...(words.length > 0 ? [byName('keyword of one or two letters', short), byName('keyword', long)] : []),
  ];
}

/** The slowest query of a group counts: its 95th percentile with two concurrent administrators. */
async function measure(
  group: QueryGroup,
  { port, headers }: { port: number; headers: Record<string, string> },
): Promise<{ p95: number; query: string; failed: string }> {
  let worst = { p95: 0, query: '', failed: '' };
  for (const query of group.queries) {
    let remaining = requests;
    const path = `/web-api/admin/${group.resource}/list?page=1&per_page=20&get_count=1${query && `&${encodeURI(query)}`}`;
    const result = await load({
      port,
      connections: 2,
      seconds: 60,
      source: () => ((remaining -= 1) < 0 ? null : { method: 'GET', path, headers }),
    });
    const p95 = percentile(result.latencies, 0.95);
    if (p95 > worst.p95 || result.failed > 0) worst = { p95, query, failed: result.first_failure };
  }
  return worst;
}

async function main(): Promise<void> {
  const data = await openListData(print);
  const product = await startProduct(data);
  try {
    const headers = await prepareAdmin(data);
    print(`\n| list | filter, sort or keyword | p95 ms (≤ ${maxMs}) | slowest of them | |\n|---|---|---|---|---|`);
    for (const group of resources.filter(({ name }) => measured.includes(name)).flatMap(groupsOf)) {
      const { p95, query, failed } = await measure(group, { port: product.port, headers });
      print(
        `| ${group.resource} | ${group.kind} | ${p95.toFixed(0)} | ${group.queries.length > 1 ? query : ''} | ${p95 <= maxMs && !failed ? 'met' : `missed ${failed}`} |`,
      );
    }
  } finally {
    await product.stop();
    await data.close();
  }
}

await main();
