import { KEYS } from './keys.ts';

export function Help() {
  return (
    <div class="panel">
      <h2>Keys</h2>
      <table class="keys">
        <tbody>
          {KEYS.map(([keys, does]) => (
            <tr key={keys}>
              <th scope="row">{keys}</th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>Words</h2>
      <p>
        <b>reads</b>, <b>renamed</b>, <b>inlined</b>: the model gets it. <b>wrote</b>: the model
        said it. <b>rewritten</b>, <b>truncated</b>, <b>replaced</b>, <b>deferred</b>: it gets
        something else, or later. <b>host</b>, <b>dropped</b>, <b>envelope</b>: it never sees it.{' '}
        <b>fails</b>: the host refuses. <b>unknown</b>: nobody knows. In the overview a mark in the
        lane of the model is an answer that it can read.
      </p>
    </div>
  );
}
