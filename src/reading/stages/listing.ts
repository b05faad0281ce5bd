import { array, type Reader, whole } from '../cover.ts';
import { result } from './envelope.ts';
import { tool } from './members.ts';

/**
 * A `tools/list` result. `first` is the number of tools on the pages before this one, so that the
 * places count through the whole list as the host's API request does.
 */
export function toolList(serverLabel: string, first: number): Reader {
  const tools = array(
    (index) => tool(serverLabel, `tools[${first + index}]`),
    whole('listing', 'tools'),
  );
  const members = { tools, nextCursor: whole('listing.cursor') };
  return result(members, whole('hostOnly'));
}
