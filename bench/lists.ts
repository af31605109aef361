import { resources } from '@kaike/shared/resources/index';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { filterQueries, keywordQueries, sortQueries } from '../server/test/list-queries.ts';
import { openListData } from './data.ts';
import { load, percentile } from './loader.ts';
import { prepareAdmin } from './people.ts';
import { startProduct } from './servers.ts';

const wantedMs = 200;
/** Of each query; the first ones plan it. */
const requests = 20;
const measured = ['members', 'learning-records', 'cards'];

const say = (line: string): void => void process.stdout.write(`${line}\n`);

type Asked = { resource: string; kind: string; queries: string[] };

/** Every filter, sort and keyword a list offers, under the name of its field. */
function askedOf(definition: ResourceDefinition): Asked[] {
  const { name: resource, list } = definition;
  const byName = (kind: string, queries: string[]): Asked => ({ resource, kind, queries });
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

/** The slowest query of a filter decides: its 95th percentile with two administrators at once. */
async function measure(
  asked: Asked,
  given: { port: number; headers: Record<string, string> },
): Promise<{ p95: number; query: string; failed: string }> {
  let worst = { p95: 0, query: '', failed: '' };
  for (const query of asked.queries) {
    let left = requests;
    const path = `/web-api/admin/${asked.resource}/list?page=1&per_page=20&get_count=1${query && `&${encodeURI(query)}`}`;
    const done = await load({
      port: given.port,
      connections: 2,
      seconds: 60,
      source: () => ((left -= 1) < 0 ? null : { method: 'GET', path, headers: given.headers }),
    });
    const p95 = percentile(done.latencies, 0.95);
    if (p95 > worst.p95 || done.failed > 0) worst = { p95, query, failed: done.first_failure };
  }
  return worst;
}

async function main(): Promise<void> {
  const data = await openListData(say);
  const product = await startProduct(data);
  try {
    const headers = await prepareAdmin(data);
    say(`\n| list | filter, sort or keyword | p95 ms (≤ ${wantedMs}) | slowest of them | |\n|---|---|---|---|---|`);
    for (const asked of resources.filter(({ name }) => measured.includes(name)).flatMap(askedOf)) {
      const { p95, query, failed } = await measure(asked, { port: product.port, headers });
      say(
        `| ${asked.resource} | ${asked.kind} | ${p95.toFixed(0)} | ${asked.queries.length > 1 ? query : ''} | ${p95 <= wantedMs && !failed ? 'met' : `missed ${failed}`} |`,
      );
    }
  } finally {
    await product.stop();
    await data.close();
  }
}

await main();
