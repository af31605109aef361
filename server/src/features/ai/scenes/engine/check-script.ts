import {
  scriptLevels,
  type ScriptLine,
  type ScriptNode,
  type ScriptQuestion,
} from '@kaike/shared/domain/ai/scene-script';
import type { ErrorCode } from '@kaike/shared/errors';
import { parsePattern } from './patterns.ts';
import { parseScript, scriptFault, type ScriptedScene } from './parse-script.ts';
import { slotsOf } from './fill-line.ts';
import { understand } from './understand.ts';

/** What is wrong with a script, and where. */
export type ScriptFault = { place: string; code: ErrorCode };

type Question = { node: ScriptQuestion; place: string };

const isQuestion = (node: ScriptNode): node is ScriptQuestion => !('end' in node);
const placeOf = (node: ScriptNode): string => `script.nodes.${node.id}`;
const questionsOf = ({ script }: ScriptedScene): Question[] =>
  script.nodes.filter(isQuestion).map((node) => ({ node, place: placeOf(node) }));
const faultIf = (isWrong: boolean, place: string, code: ErrorCode = 'ai_template.script'): ScriptFault[] =>
  isWrong ? [{ place, code }] : [];

const targetsOf = (node: ScriptNode): string[] =>
  isQuestion(node) ? [...new Set([node.next, ...node.expect.flatMap(({ next }) => next ?? [])])] : [];

const linesOf = (node: ScriptNode): ScriptLine[] => [
  ...scriptLevels.flatMap((level) => node.say[level]),
  ...(isQuestion(node) ? [node.else.rephrase, node.else.choices, ...node.expect.flatMap(({ reply }) => reply)] : []),
];

/** Slots are declared where lines, patterns and nodes name them; patterns can be read. */
function nameFaults(scene: ScriptedScene): ScriptFault[] {
  const { slots, nodes, intro } = scene.script;
  const isSlot = (name: string): boolean => Object.hasOwn(slots, name);
  const plain = [intro, ...Object.values(slots).map(({ otherwise }) => otherwise)];
  const unknownIn = (names: readonly string[], place: string): ScriptFault[] =>
    faultIf(!names.every(isSlot), place, 'ai_template.script_slot');
  return [
    ...faultIf(
      plain.some((line) => slotsOf(line).length > 0),
      'script',
      'ai_template.script_slot',
    ),
    ...nodes.flatMap((node) => unknownIn(linesOf(node).flatMap(slotsOf), placeOf(node))),
    ...questionsOf(scene).flatMap(({ node, place }) => [
      ...unknownIn([...(node.skip === null ? [] : [node.skip]), ...node.expect.flatMap(({ also }) => also)], place),
      ...node.expect
        .flatMap(({ any }) => any)
        .flatMap((text) => faultIf(!parsePattern(text, slots), `${place}.expect: ${text}`)),
    ]),
  ];
}

/** Every way leads from the first node to an end, without a circle, and no node is left out. */
function wayFaults({ script }: ScriptedScene): ScriptFault[] {
  const nodes = new Map(script.nodes.map((node) => [node.id, node]));
  const faults = script.nodes.flatMap((node) => faultIf(nodes.get(node.id) !== node, placeOf(node)));
  const done = new Set<string>();
  const walk = (node: ScriptNode, path: ReadonlySet<string>): void => {
    if (path.has(node.id)) {
      faults.push({ place: placeOf(node), code: 'ai_template.script_loop' });
      return;
    }
    if (done.has(node.id)) return;
    for (const id of targetsOf(node)) {
      const next = nodes.get(id);
      if (next) walk(next, new Set([...path, node.id]));
      else faults.push({ place: `${placeOf(node)}: ${id}`, code: 'ai_template.script_next' });
    }
    done.add(node.id);
  };
  const [first] = script.nodes;
  if (first) walk(first, new Set());
  // A broken link cuts off what comes after it: only the link is named.
  const dead = faults.length > 0 ? [] : script.nodes.filter(({ id }) => !done.has(id));
  return [...faults, ...dead.map((node): ScriptFault => ({ place: placeOf(node), code: 'ai_template.script_dead' }))];
}

/** The answer a hint shows is understood by its own node. */
const modelFaults = (scene: ScriptedScene): ScriptFault[] =>
  questionsOf(scene).flatMap(({ node, place }) =>
    scriptLevels.flatMap((level) =>
      faultIf(
        !understand(node, node.model[level].en, scene.script.slots),
        `${place}.model.${level}`,
        'ai_template.script_model',
      ),
    ),
  );

/** Some answer can reach each goal. */
function goalFaults(scene: ScriptedScene): ScriptFault[] {
  const expectations = questionsOf(scene).flatMap(({ node }) => node.expect);
  const intents = new Set(expectations.map(({ intent }) => intent));
  const filled = new Set(
    expectations.flatMap(({ any, also }) => [
      ...also,
      ...any.flatMap((text) => [...text.matchAll(/\{([a-z_\d]+)\}/g)].map(([, name = '']) => name)),
    ]),
  );
  return scene.goals.flatMap(({ check }, index) => {
    const isReachable =
      'intents' in check
        ? check.intents.some((intent) => intents.has(intent))
        : 'slot' in check
          ? filled.has(check.slot)
          : check.any.every((text) => parsePattern(text, scene.script.slots));
    return faultIf(!isReachable, `goals[${index}]`, 'ai_template.script_goal');
  });
}

/** Everything that keeps a script of the right shape from always ending, or from being answered. */
export function scriptFaults(scene: ScriptedScene): ScriptFault[] {
  const faults = [...nameFaults(scene), ...wayFaults(scene)];
  return [...faults, ...modelFaults(scene), ...goalFaults(scene)];
}

/** Throws an error that names the place unless the scene has no script or one that always ends and can be answered. */
export function checkScript(value: unknown): void {
  const scene = parseScript(value);
  const [first] = scene ? scriptFaults(scene) : [];
  if (first) throw scriptFault(first.place, first.code);
}
