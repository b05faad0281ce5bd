import { type JsonNode, nodeAt, stringMember } from '../../model/json.ts';
import type { Located } from '../../model/message.ts';
import type { ModelMedia, ModelText } from '../../model/reading.ts';
import { answerOf } from '../../model/session.ts';
import type { ModelItem, ReadingSide } from './side.ts';

/** What the model reads or wrote of one message, in the order of its request. */
export function itemsOf(side: ReadingSide, located: Located): ModelItem[] {
  const { texts, media } = side.reading(located);
  return [
    ...texts.map((each) => textItem(each, located)),
    ...media.map((each) => mediaItem(each, located)),
  ];
}

/** The same for each tool that the model is offered, by the server's name for it; the newest list wins. */
export function toolItems(side: ReadingSide): ReadonlyMap<string, readonly ModelItem[]> {
  const tools = new Map<string, readonly ModelItem[]>();
  for (const exchange of side.session.exchanges) {
    const answer = answerOf(exchange);
    if (exchange.request.message.method !== 'tools/list' || !answer) continue;
    const onPage = new Map<string, ModelItem[]>();
    for (const item of itemsOf(side, answer)) {
      const [, index, rest = ''] = TOOL.exec(item.pointer ?? item.key) ?? [];
      if (index === undefined) continue;
      const definition = nodeAt(answer.message.node, `/result/tools/${index}`);
      const name = stringMember(definition, 'name') ?? '';
      const known = onPage.get(name) ?? [];
      onPage.set(name, [...known, { ...item, key: `${item.way} ${rest}` }]);
    }
    for (const [name, items] of onPage) tools.set(name, items);
  }
  return tools;
}

/** The pointer of a part of a tool. */
const TOOL = /^\/result\/tools\/(\d+)(\/.*)?$/s;

function textItem({ place, way, text, from, parts }: ModelText, located: Located): ModelItem {
  const pointer = from ?? parts?.find((each) => each.from !== undefined)?.from;
  return {
    way,
    key: `${way} ${pointer ?? place}`,
    place,
    pointer,
    text,
    isMedia: false,
    wire: wireAt(located, pointer),
    located,
  };
}

/** A picture stands for itself by its type, its size and the bytes that crossed the wire. */
function mediaItem({ place, way, mimeType, size, from }: ModelMedia, located: Located): ModelItem {
  return {
    way,
    key: `${way} ${from}`,
    place,
    pointer: from,
    text: `${mimeType ?? 'media'}, ${size} bytes`,
    isMedia: true,
    wire: wireAt(located, from),
    located,
  };
}

function wireAt(located: Located, pointer: string | undefined): JsonNode | undefined {
  return pointer === undefined ? undefined : nodeAt(located.message.node, pointer);
}
