// The command-line hosts: which files each wants in a HOME of its own, how it is started, and what
// keeps it from talking to anything but 127.0.0.1. In: where the model listens, the API format, how the
// canary is started. Out: files below the home, variables, arguments.
const PROMPT = 'Call every canary tool.';
const KEY = 'not-a-key';
const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

export const commandLine = {
  'gemini-cli': {
    bin: 'gemini',
    formats: ['gemini'],
    start: ({ url, server }) => ({
      files: {
        '.gemini/settings.json': json({
          security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
          privacy: { usageStatisticsEnabled: false },
          telemetry: { enabled: false },
          general: { disableAutoUpdate: true, disableUpdateNag: true, enableAutoUpdate: false },
          model: { maxSessionTurns: 200, disableLoopDetection: true },
          mcpServers: { canary: { ...server, trust: true } },
        }),
      },
      env: { GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_TRUST_WORKSPACE: 'true' },
      args: ['--model', 'gemini-2.5-pro', '--yolo', '-p', PROMPT],
    }),
  },
  codex: {
    bin: 'codex',
    // The model decides how tools are offered: all at once, behind a search, or behind program text.
    formats: ['responses', 'responses-gpt-5.5', 'responses-gpt-6.1-sol'],
    start: ({ url, format, server }) => ({
      files: {
        '.codex/config.toml': [
          `model = "${format.replace(/^responses-?/, '') || 'canary-model'}"`,
          'model_provider = "canary"',
          'approval_policy = "never"',
          'sandbox_mode = "danger-full-access"',
          'check_for_update_on_startup = false',
          '[analytics]',
          'enabled = false',
          '[model_providers.canary]',
          'name = "canary"',
          `base_url = "${url}/v1"`,
          'wire_api = "responses"',
          'env_key = "CANARY_KEY"',
          'request_max_retries = 0',
          '[mcp_servers.canary]',
          `command = ${JSON.stringify(server.command)}`,
          `args = ${JSON.stringify(server.args)}`,
          'default_tools_approval_mode = "approve"',
          '',
        ].join('\n'),
      },
      env: { CANARY_KEY: KEY },
      args: ['exec', '--skip-git-repo-check', PROMPT],
    }),
  },
  opencode: {
    bin: 'opencode',
    formats: ['anthropic', 'chat', 'responses'],
    start: ({ url, format, server }) => ({
      files: {
        'work/opencode.json': json({
          autoupdate: false,
          share: 'disabled',
          provider: { canary: opencodeProvider(format, url) },
          model: 'canary/canary-model',
          small_model: 'canary/canary-model',
          mcp: { canary: { type: 'local', command: [server.command, ...server.args] } },
        }),
      },
      env: {
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      },
      args: ['run', '-m', 'canary/canary-model', PROMPT],
    }),
  },
  continue: {
    bin: 'cn',
    formats: ['anthropic', 'chat'],
    start: ({ url, format, server }) => ({
      files: {
        'config.yaml': [
          'name: canary',
          'version: 1.0.0',
          'schema: v1',
          'models:',
          '  - name: canary-model',
          `    provider: ${format === 'anthropic' ? 'anthropic' : 'openai'}`,
          '    model: canary-model',
          `    apiBase: ${url}/v1/`,
          `    apiKey: ${KEY}`,
          '    roles: [chat]',
          '    capabilities: [tool_use]',
          'mcpServers:',
          '  - name: canary',
          `    command: ${JSON.stringify(server.command)}`,
          `    args: ${JSON.stringify(server.args)}`,
          '',
        ].join('\n'),
      },
      env: { CONTINUE_TELEMETRY_ENABLED: '0', CONTINUE_CLI_ENABLE_TELEMETRY: '0' },
      args: ['--config', '../config.yaml', '--auto', '-p', PROMPT],
    }),
  },
  'qwen-code': {
    bin: 'qwen',
    formats: ['anthropic', 'chat', 'gemini'],
    start: ({ url, format, server }) => ({
      files: {
        '.qwen/settings.json': json({
          privacy: { usageStatisticsEnabled: false },
          telemetry: { enabled: false },
          general: { disableAutoUpdate: true, enableAutoUpdate: false },
          security: { folderTrust: { enabled: false } },
          mcpServers: { canary: { ...server, trust: true } },
        }),
      },
      env: {
        OPENAI_API_KEY: KEY,
        OPENAI_BASE_URL: `${url}/v1`,
        ANTHROPIC_API_KEY: KEY,
        ANTHROPIC_BASE_URL: url,
        GEMINI_API_KEY: KEY,
        GOOGLE_GEMINI_BASE_URL: url,
      },
      args: [
        '--auth-type',
        { anthropic: 'anthropic', chat: 'openai', gemini: 'gemini' }[format],
        '--model',
        format === 'gemini' ? 'gemini-2.5-pro' : 'canary-model',
        '--yolo',
        '-p',
        PROMPT,
      ],
    }),
  },
  cline: {
    bin: 'cline',
    formats: ['anthropic', 'chat'],
    start: ({ url, format, server }) => {
      const provider = format === 'anthropic' ? 'anthropic' : 'openai-compatible';
      const settings = { provider, apiKey: KEY, model: 'canary-model', baseUrl: `${url}/v1` };
      const entry = { settings, updatedAt: '2026-01-01T00:00:00.000Z', tokenSource: 'manual' };
      const folder = '.cline/data/settings';
      return {
        files: {
          [`${folder}/cline_mcp_settings.json`]: json({ mcpServers: { canary: server } }),
          [`${folder}/providers.json`]: json({
            version: 1,
            lastUsedProvider: provider,
            modes: {},
            providers: { [provider]: entry },
          }),
        },
        env: { CLINE_TELEMETRY_DISABLED: '1' },
        args: ['--provider', provider, '--model', 'canary-model', '--auto-approve', 'true', PROMPT],
      };
    },
  },
};

function opencodeProvider(format, url) {
  const npm = {
    anthropic: '@ai-sdk/anthropic',
    chat: '@ai-sdk/openai-compatible',
    responses: '@ai-sdk/openai',
  }[format];
  const model = { name: 'canary-model', tool_call: true, attachment: true };
  const modalities = { input: ['text', 'image'], output: ['text'] };
  return {
    npm,
    name: 'canary',
    options: { baseURL: `${url}/v1`, apiKey: KEY },
    models: {
      'canary-model': { ...model, modalities, limit: { context: 1_000_000, output: 10_000 } },
    },
  };
}
