import { readFileSync } from 'node:fs';
import { inRoot } from './project.mjs';
import { StepError } from './steps.mjs';

/** Refuses a Node.js older than package.json requires, before anything fails with an unclear error. */
export function checkNode(version = process.versions.node) {
  const { engines } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const required = engines.node.replace(/^>=\s*/, '');
  const [actual, minimum] = [version, required].map((text) => text.split('.').map(Number));
  const isOld = actual[0] < minimum[0] || (actual[0] === minimum[0] && actual[1] < (minimum[1] || 0));
  if (isOld)
    throw new StepError(
      `Kaike needs Node.js ${required} or later, but this is ${version}. Install a newer one and start again.`,
    );
}
