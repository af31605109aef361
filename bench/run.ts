import { cpus, loadavg } from 'node:os';
import { openData } from './data.ts';
import { prepare } from './people.ts';
import { compare, contests, warmUp, type Result } from './compare.ts';
import {
  measureCards,
  measureExport,
  measureIdle,
  measureImport,
  measureLogins,
  measurePages,
  type Figure,
  type Given,
} from './figures.ts';
import { startMinimal, startProduct } from './servers.ts';

const cpuWanted = 2;
const words = process.argv.slice(2);
/** `npm run bench -- heartbeat` runs what has that word in its name; options go to the product's Node, such as --cpu-prof. */
const only = words.find((word) => !word.startsWith('-'));
const flags = words.filter((word) => word.startsWith('-'));

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const isWanted = ({ name }: { name: string }): boolean => only === undefined || name.includes(only);
const mark = (isMet: boolean): string => (isMet ? 'met' : 'missed');

const microseconds = (seconds: number): string => (seconds * 1_000_000).toFixed(0);

/** A limit may be missed on a busy machine; a request that is refused is a fault. */
function fail(): void {
  process.exitCode = 1;
}

function tellResult(result: Result): void {
  if (result.failed !== '') fail();
  const isMet = result.ratio >= result.ratio_wanted && result.cpu_ratio <= cpuWanted && result.failed === '';
  say(
    `| ${result.name} | ${result.ratio.toFixed(2)} (≥ ${result.ratio_wanted}) | ${result.cpu_ratio.toFixed(2)} (≤ ${cpuWanted}) | ${result.rates.product.toFixed(0)} : ${result.rates.minimal.toFixed(0)} | ${microseconds(result.costs.product)} : ${microseconds(result.costs.minimal)} | ${result.p50.toFixed(1)} / ${result.p99.toFixed(1)} | ${mark(isMet)} ${result.failed}|`,
  );
}

const tellFigure = (figure: Figure): void =>
  say(`| ${figure.name} | ${figure.is} | ${figure.wanted} | ${mark(figure.is_met)} |`);

const figures: readonly { name: string; measure: (given: Given) => Promise<Figure[]> }[] = [
  { name: 'login', measure: measureLogins },
  { name: 'import', measure: measureImport },
  { name: 'export', measure: measureExport },
  { name: 'cards made', measure: measureCards },
  { name: 'pages', measure: async () => measurePages() },
];

async function measure(given: Given, figure: (typeof figures)[number]): Promise<void> {
  const made = await figure.measure(given).catch((error: unknown): Figure[] => {
    fail();
    return [{ name: figure.name, is: String(error), wanted: '', is_met: false }];
  });
  made.forEach(tellFigure);
}

async function main(): Promise<void> {
  // Figures in seconds mean little on a machine that others keep busy; ratios stand, as both servers take turns.
  say(`${cpus().length} processors, load before the run ${(loadavg()[0] ?? 0).toFixed(1)}`);
  const data = await openData(say);
  const sheet = await prepare(data);
  const product = await startProduct(data, flags);
  const given = { data, sheet, product };
  try {
    say('\n| figure | is | wanted | |\n|---|---|---|---|');
    (await measureIdle(given)).forEach(tellFigure);
    for (const figure of figures.filter(isWanted)) await measure(given, figure);
    const minimal = await startMinimal(data);
    try {
      await warmUp(product.port, sheet);
      say(
        '\n| request | throughput | processor | a second | µs of processor | p50 / p99 ms | |\n|---|---|---|---|---|---|---|',
      );
      for (const contest of contests.filter(isWanted))
        tellResult(await compare(contest, { servers: { product, minimal }, sheet, db: data.ctx.db }));
    } finally {
      await minimal.stop();
    }
  } finally {
    await product.stop();
    await data.close();
  }
}

await main();
