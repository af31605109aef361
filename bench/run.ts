import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { addCourses, openData } from './data.ts';
import { prepare } from './people.ts';
import { compare, contests, warmUp, type Contest, type Result } from './compare.ts';
import {
  measureCards,
  measureExport,
  measureIdle,
  measureLogins,
  measurePages,
  type Figure,
  type Bench,
} from './figures.ts';
import { compareJob, type JobResult } from './jobs/compare-job.ts';
import { jobs } from './jobs/jobs.ts';
import { requireBuild, startMinimal, startProduct, type Running } from './servers.ts';

const words = process.argv.slice(2);
/** `npm run bench -- heartbeat` runs only what has that word in its name; options such as --cpu-prof go to the product's Node. */
const only = words.find((word) => !word.startsWith('-'));
/** Fails when a request costs more processor than its multiple of the minimal server's, twice in a row. */
const hasBudgets = words.includes('--budgets');
/** Adds what other platforms needed for such requests. */
const showsPeers = words.includes('--peers');
const flags = words.filter((word) => word.startsWith('-') && !['--budgets', '--peers'].includes(word));

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const isSelected = ({ name }: { name: string }): boolean => only === undefined || name.includes(only);
const mark = (isMet: boolean): string => (isMet ? 'met' : 'missed');

const microseconds = (costs: readonly number[]): string =>
  costs.map((seconds) => (seconds * 1_000_000).toFixed(0)).join(' + ');

/** For failed requests; a missed limit alone may be due to a busy machine. */
function fail(): void {
  process.exitCode = 1;
}

function printResult(result: Result): void {
  if (result.failed !== '') fail();
  const isMet = result.ratio >= result.min_ratio && result.cpu_ratio <= result.max_cpu_ratio && result.failed === '';
  print(
    `| ${result.name} | ${result.ratio.toFixed(2)} (≥ ${result.min_ratio}) | ${result.cpu_ratio.toFixed(2)} (≤ ${result.max_cpu_ratio}) | ${result.rates.product.toFixed(0)} : ${result.rates.minimal.toFixed(0)} | ${microseconds(result.costs.product)} : ${microseconds(result.costs.minimal)} | ${result.p50.toFixed(1)} / ${result.p99.toFixed(1)} | ${mark(isMet)} ${result.failed}|`,
  );
}

const isOver = ({ cpu_ratio: ratio, max_cpu_ratio: limit }: Pick<Result, 'cpu_ratio' | 'max_cpu_ratio'>): boolean =>
  ratio > limit;

function printJob({ name, seconds, max_seconds: limit, cpu_ratio, max_cpu_ratio, costs, p99 }: JobResult): void {
  const isMet = seconds.product <= limit && cpu_ratio <= max_cpu_ratio;
  print(
    `| ${name} | ${seconds.product.toFixed(2)} : ${seconds.minimal.toFixed(2)} (≤ ${limit}) | ${cpu_ratio.toFixed(2)} (≤ ${max_cpu_ratio}) | ${costs.product.map((one) => one.toFixed(2)).join(' + ')} : ${costs.minimal.map((one) => one.toFixed(2)).join(' + ')} | ${p99.product.toFixed(0)} : ${p99.minimal.toFixed(0)} | ${mark(isMet)} |`,
  );
}

/** Measures one request; with budgets again when it is over its own, as a busy machine disturbs a short run. */
async function measureContest(contest: Contest, parts: Parameters<typeof compare>[1]): Promise<void> {
  const first = await compare(contest, parts);
  printResult(first);
  if (!hasBudgets || !isOver(first)) return;
  const second = await compare(contest, parts);
  printResult(second);
  if (isOver(second)) fail();
}

/** The outside figures of docs/speed.md, which this bench cannot measure. */
function printPeers(): void {
  const text = readFileSync(join(import.meta.dirname, '../docs/speed.md'), 'utf8');
  print(`\n${/^## Peers$.*?(?=^## |(?![\s\S]))/ms.exec(text)?.[0] ?? ''}`);
}

const printFigure = (figure: Figure): void =>
  print(`| ${figure.name} | ${figure.is} | ${figure.target} | ${mark(figure.is_met)} |`);

const figures: readonly { name: string; measure: (bench: Bench) => Promise<Figure[]> }[] = [
  { name: 'login', measure: measureLogins },
  { name: 'export as a sheet', measure: measureExport },
  { name: 'cards made', measure: measureCards },
  { name: 'pages', measure: async () => measurePages() },
];

/** Work that takes seconds: each server does it in turns, and someone else reads meanwhile. */
async function measureJobs(bench: Bench, minimal: Running): Promise<void> {
  print('\n| job | seconds | processor | seconds of processor | p99 of others, ms | |\n|---|---|---|---|---|---|');
  for (const job of jobs.filter(isSelected)) {
    const first = await compareJob(job, bench, minimal);
    printJob(first);
    if (hasBudgets && isOver(first)) {
      const second = await compareJob(job, bench, minimal);
      printJob(second);
      if (isOver(second)) fail();
    }
  }
}

async function measure(bench: Bench, figure: (typeof figures)[number]): Promise<void> {
  const measured = await figure.measure(bench).catch((error: unknown): Figure[] => {
    fail();
    return [{ name: figure.name, is: String(error), target: '', is_met: false }];
  });
  measured.forEach(printFigure);
}

async function main(): Promise<void> {
  requireBuild();
  // On a busy machine figures in seconds mean little; ratios remain valid, as both servers take turns.
  print(`${cpus().length} processors, load before the run ${(loadavg()[0] ?? 0).toFixed(1)}`);
  const data = await openData(print);
  const sheet = await prepare(data);
  const product = await startProduct(data, flags);
  const bench = { data, sheet, product };
  try {
    print('\n| figure | is | wanted | |\n|---|---|---|---|');
    (await measureIdle(bench)).forEach(printFigure);
    for (const figure of figures.filter(isSelected)) await measure(bench, figure);
    const minimal = await startMinimal(data);
    try {
      await warmUp(product.port, sheet);
      print(
        '\n| request | throughput | processor | a second | µs of processor | p50 / p99 ms | |\n|---|---|---|---|---|---|---|',
      );
      for (const contest of contests.filter(isSelected)) {
        if (contest.needs_many_courses && sheet.many_course_ids.length === 0)
          sheet.many_course_ids = await addCourses(data.ctx);
        await measureContest(contest, { servers: { product, minimal }, sheet, ctx: data.ctx });
      }
      await measureJobs(bench, minimal);
    } finally {
      await minimal.stop();
    }
  } finally {
    await product.stop();
    await data.close();
  }
  if (showsPeers) printPeers();
}

await main();
