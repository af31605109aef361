import type { SceneForm } from '@kaike/shared/domain/ai/scene/scene-form';

export type SceneTab = 'setting' | 'words' | 'script';
/** Where something stands in a scene: the tab and node that show it, and its words. */
export type FormPosition = {
  /** What the ids of its inputs begin with. */
  path: string;
  tab: SceneTab;
  node: number | null;
  /** Wording keys with what fills them, from the whole to the part. */
  words: readonly { key: string; params: Readonly<Record<string, string | number>> }[];
  /** A name or pattern the fault is about. */
  detail: string;
};

const wordsTabs: ReadonlySet<string> = new Set(['phrases', 'vocabulary']);
const numberOf = (index: string | undefined): number => Number(index ?? 0) + 1;

/** The part of a node: `say.A1[0].zh` are the teacher's words on A1. */
function partOf(rest: string): FormPosition['words'] {
  const [, part = '', level = '', index] = /^\.([a-z]+)(?:\.(\w+))?(?:\[(\d+)\])?/.exec(rest) ?? [];
  if (part === '') return [];
  if (part === 'expect') {
    const at = /^\.expect\[(\d+)\]/.exec(rest)?.[1];
    return [{ key: at === undefined ? 'expects' : 'expect', params: { number: numberOf(at) } }];
  }
  if (part === 'else') return [{ key: level, params: {} }];
  return [{ key: part, params: { level, number: numberOf(index) } }];
}

/** Phrases and words are edited as lines. */
const wordText = /^((?:phrases|vocabulary)\[\d+\])\.text$/;
const namedNode = /^script\.nodes\.([a-z\d_]+)/;

/** A node by its number, as inputs are named. */
function pathOf(text: string, { script }: SceneForm): string {
  const name = namedNode.exec(text)?.[1];
  const index = script?.nodes.findIndex(({ id }) => id === name) ?? -1;
  return (index < 0 ? text : text.replace(namedNode, `script.nodes[${index}]`)).replace(wordText, '$1.en');
}

type PlaceLabel = Pick<FormPosition, 'tab' | 'node' | 'words'>;

function inScript(path: string, { script }: SceneForm): PlaceLabel {
  const [, node, rest = ''] = /^script\.nodes\[(\d+)\](.*)$/.exec(path) ?? [];
  if (node !== undefined) {
    const id = script?.nodes[Number(node)]?.id ?? '';
    const whole = { key: 'node', params: { number: numberOf(node), id } };
    return { tab: 'script', node: Number(node), words: [whole, ...partOf(rest)] };
  }
  const [, slot] = /^script\.slots\[(\d+)\]/.exec(path) ?? [];
  const whole = path.startsWith('script.intro') ? 'intro' : 'script';
  const key = slot === undefined ? whole : 'slot';
  return { tab: 'script', node: null, words: [{ key, params: { number: numberOf(slot) } }] };
}

function outsideScript(path: string): PlaceLabel {
  const [, list = path, index] = /^([a-z_]+)(?:\[(\d+)\])?/.exec(path) ?? [];
  const key = index === undefined ? list : `${list}_item`;
  const tab = wordsTabs.has(list) ? 'words' : 'setting';
  return { tab, node: null, words: [{ key, params: { number: numberOf(index) } }] };
}

/** Reads a place as the checks name it: nodes by their name or their number. */
export function parsePlace(place: string, form: SceneForm): FormPosition {
  const [text = '', ...details] = place.split(': ');
  const path = pathOf(text, form);
  const label = path.startsWith('script') ? inScript(path, form) : outsideScript(path);
  return { path, detail: details.join(': '), ...label };
}
