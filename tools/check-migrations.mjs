import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** What a server of the release before, which runs beside the new one during an update, may still use. */
const taking =
  /\b(?:rename\s+(?:column|to)\b|drop\s+(?:column|table|view)\b|alter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b)/i;
/** The reason why nothing uses it any more. */
const reason = /^-- contract: \S.{9,}/m;
/** Written before the rule. */
const lastWithoutRule = 190;

const numberOf = (file) => Number.parseInt(file, 10);
const statements = (source) => source.replace(/--.*$/gm, '');

/** Migrations (name to source) that take something away without saying since when nothing uses it. */
export const takingMigrations = (sources) =>
  Object.entries(sources)
    .filter(
      ([file, source]) => numberOf(file) > lastWithoutRule && taking.test(statements(source)) && !reason.test(source),
    )
    .map(([file]) => file);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = fileURLToPath(new URL('../server/migrations', import.meta.url));
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  const offenders = takingMigrations(
    Object.fromEntries(files.map((file) => [file, readFileSync(`${folder}/${file}`, 'utf8')])),
  );
  if (offenders.length > 0)
    process.stdout.write(
      `These take away what the release before uses. Add first, take away a release later, and say so: "-- contract: unused since 0.4".\n${offenders.join('\n')}\n`,
    );
  process.exitCode = offenders.length > 0 ? 1 : 0;
}
