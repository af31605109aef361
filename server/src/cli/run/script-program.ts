import { accessSync, constants, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';

/** What the program is called with, as `tools/build.mjs` names it. */
type Scope = { require: NodeJS.Require; module: { exports: object }; folder: string; url: string };

export type ScriptProgram<Exports> = {
  exports: Exports;
  /** Whether its compiled code was found. */
  is_compiled: boolean;
  /** Keeps the functions compiled until now for the next start; where nothing can be written, that one compiles again. */
  keepCompiled: () => void;
};

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/**
 * Runs a program of one script, as `tools/build.mjs` makes it. Node 20 keeps compiled code of no module, but V8
 * takes that of a script. It is kept beside the script and read only by the same V8 with the same flags; V8 compares no
 * more than the length of the source, so its name has the time of the build.
 */
export function runScript<Exports>(file: string): ScriptProgram<Exports> {
  const keptFile = `${file}-${Math.round(statSync(file).mtimeMs)}-${cachedDataVersionTag()}`;
  const url = pathToFileURL(file).href;
  const cachedData = readIfThere(keptFile);
  const script = new Script(readFileSync(file, 'utf8'), { filename: url, cachedData });
  const module = { exports: {} };
  const run: (scope: Scope) => void = script.runInThisContext();
  run({ require: createRequire(file), module, folder: dirname(file), url });
  const keepCompiled = (): void => {
    const written = `${keptFile}.${process.pid}`;
    try {
      accessSync(dirname(file), constants.W_OK); // before the work
      writeFileSync(written, script.createCachedData());
      renameSync(written, keptFile);
    } catch {
      rmSync(written, { force: true }); // what a full disk left
    }
  };
  return {
    exports: module.exports as Exports,
    is_compiled: cachedData !== undefined && script.cachedDataRejected === false,
    keepCompiled,
  };
}
