import { scriptLevels, type Line, type ScriptNode, type ScriptQuestion } from '@kaike/shared/domain/ai/scene-script';
import { readPattern } from './patterns.ts';
import { readScript, scriptFault, type ScriptedScene } from './read-script.ts';
import { slotsOf } from './say-line.ts';
import { understand } from './understand.ts';

type Question = { node: ScriptQuestion; place: string };

const isQuestion = (node: ScriptNode): node is ScriptQuestion => !('end' in node);
const placeOf = (node: ScriptNode): string => `script.nodes.${node.id}`;
const questionsOf = ({ script }: ScriptedScene): Question[] =>
  script.nodes.filter(isQuestion).map((node) => ({ node, place: placeOf(node) }));

const targetsOf = (node: ScriptNode): string[] =>
  isQuestion(node) ? [...new Set([node.next, ...node.expect.flatMap(({ next }) => next ?? [])])] : [];

const linesOf = (node: ScriptNode): Line[] => [
  ...scriptLevels.flatMap((level) => node.say[level]),
  ...(isQuestion(node) ? [node.else.rephrase, node.else.choices, ...node.expect.flatMap(({ reply }) => reply)] : []),
];

/** Slots are declared where lines, patterns and nodes name them; patterns can be read. */
function checkNames(scene: ScriptedScene): void {
  const { slots, nodes, intro } = scene.script;
  const known = (name: string): boolean => Object.hasOwn(slots, name);
  const plain = [intro, ...Object.values(slots).map(({ otherwise }) => otherwise)];
  if (plain.some((line) => slotsOf(line).length > 0)) throw scriptFault('script', 'ai_template.script_slot');
  for (const node of nodes)
    if (!linesOf(node).flatMap(slotsOf).every(known)) throw scriptFault(placeOf(node), 'ai_template.script_slot');
  for (const { node, place } of questionsOf(scene)) {
    const named = [...(node.skip === null ? [] : [node.skip]), ...node.expect.flatMap(({ also }) => also)];
    if (!named.every(known)) throw scriptFault(place, 'ai_template.script_slot');
    for (const text of node.expect.flatMap(({ any }) => any))
      if (!readPattern(text, slots)) throw scriptFault(`${place}.expect: ${text}`);
  }
}

/** Every way leads from the first node to an end, without a circle, and no node is left out. */
function checkWays({ script }: ScriptedScene): void {
  const nodes = new Map(script.nodes.map((node) => [node.id, node]));
  for (const node of script.nodes) if (nodes.get(node.id) !== node) throw scriptFault(placeOf(node));
  const done = new Set<string>();
  const walk = (node: ScriptNode, path: ReadonlySet<string>): void => {
    if (path.has(node.id)) throw scriptFault(placeOf(node), 'ai_template.script_loop');
    if (done.has(node.id)) return;
    for (const id of targetsOf(node)) {
      const next = nodes.get(id);
      if (!next) throw scriptFault(`${placeOf(node)}: ${id}`, 'ai_template.script_next');
      walk(next, new Set([...path, node.id]));
    }
    done.add(node.id);
  };
  const [first] = script.nodes;
  if (first) walk(first, new Set());
  const dead = script.nodes.find(({ id }) => !done.has(id));
  if (dead) throw scriptFault(placeOf(dead), 'ai_template.script_dead');
}

/** The answer a hint shows is understood by its own node. */
function checkModels(scene: ScriptedScene): void {
  for (const { node, place } of questionsOf(scene))
    for (const level of scriptLevels)
      if (!understand(node, node.model[level].en, scene.script.slots))
        throw scriptFault(`${place}.model.${level}`, 'ai_template.script_model');
}

/** Some answer can reach each goal. */
function checkGoals(scene: ScriptedScene): void {
  const expectations = questionsOf(scene).flatMap(({ node }) => node.expect);
  const intents = new Set(expectations.map(({ intent }) => intent));
  const filled = new Set(
    expectations.flatMap(({ any, also }) => [
      ...also,
      ...any.flatMap((text) => [...text.matchAll(/\{([a-z_\d]+)\}/g)].map(([, name = '']) => name)),
    ]),
  );
  for (const [index, { check }] of scene.goals.entries()) {
    const isReachable =
      'intents' in check
        ? check.intents.some((intent) => intents.has(intent))
        : 'slot' in check
          ? filled.has(check.slot)
          : check.any.every((text) => readPattern(text, scene.script.slots));
    if (!isReachable) throw scriptFault(`goals[${index}]`, 'ai_template.script_goal');
  }
}

/** Throws an error that names the place unless the scene has no script or one that always ends and can be answered. */
export function checkScript(value: unknown): void {
  const scene = readScript(value);
  if (!scene) return;
  checkNames(scene);
  checkWays(scene);
  checkModels(scene);
  checkGoals(scene);
}
