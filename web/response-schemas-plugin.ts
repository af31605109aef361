import { parseSync, Visitor, type Plugin } from 'vite';

type Edit = { start: number; end: number; text: string };

const contractFile = /[\\/]shared[\\/]src[\\/]contracts[\\/][^\\/]+\.ts$/;

/**
 * The code of contracts without what only the server reads: the response schema of each contract is left out, and all
 * calls are marked as pure, so that the bundler drops schemas and contracts no page uses.
 */
export function withoutResponses(file: string, code: string): string {
  const edits: Edit[] = [];
  new Visitor({
    CallExpression({ start, callee, arguments: [shape] }) {
      edits.push({ start, end: start, text: '/* @__PURE__ */ ' });
      if (callee.type !== 'Identifier' || callee.name !== 'contract' || shape?.type !== 'ObjectExpression') return;
      for (const one of shape.properties)
        if (one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === 'response')
          edits.push({ start: one.start, end: one.end, text: 'response: undefined' });
    },
  }).visit(parseSync(file, code).program);
  return edits
    .filter((one) => !edits.some((outer) => outer.start < one.start && one.end < outer.end))
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: replacement }) => text.slice(0, start) + replacement + text.slice(end), code);
}

/** Keeps the response schemas of contracts out of the browser, which uses only their types. */
export function responseSchemasPlugin(): Plugin {
  return {
    name: 'response-schemas',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => (contractFile.test(id) ? withoutResponses(id, code) : null),
  };
}
