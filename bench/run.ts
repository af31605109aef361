import { openData } from './data.ts';
import { prepare } from './people.ts';
import { compare, contests, warmUp } from './compare.ts';
import { startMinimal, startProduct } from './servers.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const only = process.argv.slice(2).find((arg) => !arg.startsWith('-'));
const flags = process.argv.slice(2).filter((arg) => arg.startsWith('-'));

async function main(): Promise<void> {
  const data = await openData(say);
  const sheet = await prepare(data);
  say(`${sheet.learners.length} learners, ${sheet.secrets.length} cards`);
  const product = await startProduct(data, flags);
  const minimal = await startMinimal(data);
  try {
    await warmUp(product.port, sheet);
    for (const contest of contests.filter(({ name }) => !only || name.includes(only))) {
      const result = await compare(contest, { servers: { product, minimal }, sheet });
      say(`${result.name.padEnd(26)} ratio ${result.ratio.toFixed(2)} cpu ${result.cpu_ratio.toFixed(2)} rates ${result.rates.product.toFixed(0)} / ${result.rates.minimal.toFixed(0)} p50 ${result.p50.toFixed(1)} p99 ${result.p99.toFixed(1)} ${result.failed}`);
    }
  } finally {
    await minimal.stop();
    await product.stop();
    await data.close();
  }
}

await main();
