import { spawn } from 'node:child_process';

const QUIET_MS = 400;
const TICK_MS = 1000;
const HEAD_LENGTH = 1500;
const TAIL_LENGTH = 2500;

const seconds = (startedAt, digits) => `${((Date.now() - startedAt) / 1000).toFixed(digits)} s`;

/** Runs one step and, when it is slow, shows the elapsed time. */
export async function step(text, work) {
  const startedAt = Date.now();
  const isTerminal = process.stdout.isTTY === true;
  let isShown = false;
  const show = () => {
    if (isTerminal) process.stdout.write(`\r${text} … ${seconds(startedAt, 0)}`);
    else if (!isShown) process.stdout.write(`${text} …\n`);
    isShown = true;
  };
  const first = setTimeout(show, QUIET_MS);
  const ticks = setInterval(show, TICK_MS);
  try {
    return await work();
  } finally {
    clearTimeout(first);
    clearInterval(ticks);
    if (isShown)
      process.stdout.write(
        isTerminal ? `\r${text} … ${seconds(startedAt, 1)}\n` : `${text}: ${seconds(startedAt, 1)}\n`,
      );
  }
}

/** A problem the user can fix; reported without a stack. */
export class StepError extends Error {}

/** The first lines name the cause, the last ones the outcome; npm prints a manual in between. */
const shorten = (text) =>
  text.length <= HEAD_LENGTH + TAIL_LENGTH ? text : `${text.slice(0, HEAD_LENGTH)}\n…\n${text.slice(-TAIL_LENGTH)}`;

/** Runs a program within a step; its output is shown only when it fails. Our own programs explain their failures. */
export function run(command, args, { explains = false, ...options } = {}) {
  return new Promise((resolve, reject) => {
    let output = '';
    const keep = (chunk) => {
      output = shorten(output + chunk);
    };
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (cause) => reject(new StepError(`${command} cannot be run: ${cause.message}`)));
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else
        reject(
          new StepError(
            explains
              ? output.trim()
              : `${output.trim()}\n\n${[command, ...args].join(' ')}\nended with ${signal ?? `code ${code}`}; its output is above.`,
          ),
        );
    });
  });
}

/** Runs a script; a failure the user can fix is reported as text. */
export async function main(work) {
  try {
    await work();
  } catch (cause) {
    console.error(cause instanceof StepError ? cause.message : cause);
    process.exitCode = 1;
  }
}
