// A weather server with two faults, for the tutorial.
const weather = { Bogor: 'hujan', Depok: 'cerah' };

console.log('weather server ready');

const tool = {
  name: 'weather',
  description: 'The weather of one city.',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

function answer({ method, params }) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'weather', version: '1.0.0' },
      };
    case 'tools/list':
      return { tools: [tool] };
    case 'tools/call':
      return call(params.arguments.city);
    default:
      return {};
  }
}

function call(city) {
  const found = weather[city];
  const text = found ?? JSON.stringify({ error: `no such city: ${city}` });
  return { content: [{ type: 'text', text }] };
}

let rest = '';
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const line of lines) {
    const request = JSON.parse(line);
    if (request.id === undefined) continue;
    console.log(JSON.stringify({ jsonrpc: '2.0', id: request.id, result: answer(request) }));
  }
});
