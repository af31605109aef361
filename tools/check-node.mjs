import { readFileSync } from 'node:fs';
import { inRoot } from './project.mjs';
import { StepError } from './steps.mjs';

/** Refuses a Node.js that is older than the project's manifest wants, before anything fails in a stranger way. */
export function checkNode(version = process.versions.node) {
  const { engines } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const wanted = engines.node.replace(/^>=\s*/, '');
  const [have, want] = [version, wanted].map((text) => text.split('.').map(Number));
  const isOld = have[0] < want[0] || (have[0] === want[0] && have[1] < (want[1] || 0));
  if (isOld)
    throw new StepError(
      `Kaike needs Node.js ${wanted} or later, but this is ${version}. Install a newer one and start again.`,
    );
}
