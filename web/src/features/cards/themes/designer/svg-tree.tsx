import { createElement, memo, type ReactNode } from 'react';
import type { SvgNode } from '@kaike/shared/domain/cards/faces/card-svg';

const nameOf = (attribute: string): string =>
  attribute.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

function draw({ tag, attributes, children = [] }: SvgNode, key: number): ReactNode {
  const props = Object.fromEntries(Object.entries(attributes).map(([name, value]) => [nameOf(name), value]));
  return createElement(tag, { ...props, key }, ...children.map(draw));
}

/** Renders the design as page elements: the same nodes that become the image and the print. */
export const SvgTree = memo(function SvgTree({ nodes }: { nodes: readonly SvgNode[] }) {
  return <>{nodes.map(draw)}</>;
});
