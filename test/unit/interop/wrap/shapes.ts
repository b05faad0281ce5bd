/** Configurations as the makers of the hosts document them, in the odd formatting of real ones. */
export interface Shape {
  readonly host: string;
  readonly about: string;
  readonly text: string;
  /** The servers once they are wrapped: name, transport, state, command line or URL. */
  readonly wrapped: readonly string[];
}

export const shapes: readonly Shape[] = [
  {
    host: 'claude-desktop',
    about: 'a block of servers between other settings, four spaces',
    text: `{
    "globalShortcut": "Ctrl+Space",
    "mcpServers": {
        "filesystem": {
            "command": "npx",
            "args": [
                "-y",
                "@modelcontextprotocol/server-filesystem",
                "/Users/tester/Desktop"
            ]
        },
        "keys": {
            "env": { "API_KEY": "s3cret", "PORT": "8080" },
            "command": "C:\\\\Program Files\\\\keys\\\\keys.exe"
        }
    },
    "isUsingBuiltInNodeForMcp": true
}
`,
    wrapped: [
      'filesystem stdio wrapped /opt/node /opt/sadap/bin/sadap.js tee --label filesystem -- npx -y @modelcontextprotocol/server-filesystem /Users/tester/Desktop',
      'keys stdio wrapped /opt/node /opt/sadap/bin/sadap.js tee --label keys -- C:\\Program Files\\keys\\keys.exe',
    ],
  },
  {
    host: 'claude-code',
    about: 'the file of the user, with servers of the user and of one project',
    text: `{
  "numStartups": 184,
  "oauthAccount": { "emailAddress": "someone@example.com" },
  "projects": {
    "/src/shop": {
      "allowedTools": [],
      "mcpServers": {
        "db": { "type": "stdio", "command": "uvx", "args": ["mcp-db", "--dsn", "pg://u:p@h/x"], "env": {} }
      },
      "hasTrustDialogAccepted": true
    },
    "/src/empty": { "mcpServers": {} }
  },
  "mcpServers": {
    "asrama": {
      "type": "stdio",
      "command": "\${HOME}/bin/asrama",
      "args": [],
      "env": {
        "TOKEN": "\${ASRAMA_TOKEN:-none}"
      }
    },
    "docs": {
      "type": "http",
      "url": "https://docs.example.com/mcp",
      "headers": { "Authorization": "Bearer abcdef" }
    }
  }
}`,
    wrapped: [
      `asrama stdio wrapped /opt/node /opt/sadap/bin/sadap.js tee --label asrama -- \${HOME}/bin/asrama`,
      'docs http wrapped http://127.0.0.1:8765/mcp#sadap-upstream=https://docs.example.com/mcp',
      'db stdio wrapped /opt/node /opt/sadap/bin/sadap.js tee --label db -- uvx mcp-db --dsn pg://u:p@h/x',
    ],
  },
  {
    host: 'claude-code',
    about: '.mcp.json on one line',
    text: '{"mcpServers":{"a b":{"command":"cmd","args":["/c","npx","-y","pkg"]},"c":{"command":"c"}}}',
    wrapped: [
      'a b stdio wrapped /opt/node /opt/sadap/bin/sadap.js tee --label a b -- cmd /c npx -y pkg',
      'c stdio wrapped /opt/node /opt/sadap/bin/sadap.js tee --label c -- c',
    ],
  },
  {
    host: 'cursor',
    about: 'comments, trailing commas, tabs, carriage returns and a byte order mark',
    text: [
      '\ufeff// Servers of Cursor',
      '{',
      '\t"mcpServers": {',
      '\t\t/* started by hand: "command": "old" */',
      '\t\t"web": {',
      '\t\t\t"command": "node", // from PATH',
      '\t\t\t"args": [ // where it is',
      `\t\t\t\t"\${workspaceFolder}/server.js", /* no, really */`,
      '\t\t\t],',
      `\t\t\t"envFile": "\${workspaceFolder}/.env",`,
      '\t\t},',
      '\t\t"remote": {"url" : "https:\\/\\/mcp.example.com\\/sse?key=1"},',
      '\t},',
      '}',
      '',
    ].join('\r\n'),
    wrapped: [
      `web stdio wrapped /opt/node /opt/sadap/bin/sadap.js tee --label web -- node \${workspaceFolder}/server.js`,
      'remote http wrapped http://127.0.0.1:8765/sse?key=1#sadap-upstream=https://mcp.example.com/sse?key=1',
    ],
  },
  {
    host: 'vscode',
    about: 'servers beside inputs',
    text: `{
  // Asked once, kept by VS Code
  "inputs": [{ "type": "promptString", "id": "key", "description": "Key", "password": true }],
  "servers": {
    "memory": {
      "type": "stdio",
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-memory"],
      "env": { "API_KEY": "\${input:key}" },
      "dev": { "watch": "build/**/*.js" }
    },
    "github": { "url": "https://api.example.com/mcp/" , "type": "http" }
  }
}
`,
    wrapped: [
      'memory stdio wrapped /opt/node /opt/sadap/bin/sadap.js tee --label memory -- npx -y @modelcontextprotocol/server-memory',
      'github http wrapped http://127.0.0.1:8765/mcp/#sadap-upstream=https://api.example.com/mcp/',
    ],
  },
  {
    host: 'windsurf',
    about: 'serverUrl, and a server that is switched off',
    text: `{
  "mcpServers": {
    "zap": { "serverUrl": "https://actions.example.com/mcp/sk-12345678901234567890/sse" },
    "py": { "command": "py", "args": ["-m", "server"], "disabled": true }
  }
}`,
    wrapped: [
      'zap http wrapped http://127.0.0.1:8765/mcp/sk-12345678901234567890/sse#sadap-upstream=https://actions.example.com/mcp/sk-12345678901234567890/sse',
      'py stdio wrapped /opt/node /opt/sadap/bin/sadap.js tee --label py -- py -m server',
    ],
  },
  {
    host: 'gemini-cli',
    about: 'httpUrl and url',
    text: `{
  "theme": "Dracula",
  "mcpServers": {
    "py": {
      "command": "python", "args": ["-m", "my_server", "--port", "8080"],
      "cwd": "./tools", "timeout": 15000, "trust": false
    },
    "stream": { "httpUrl": "https://api.example.com/mcp", "headers": { "X-Key": "k" }, "timeout": 5000 },
    "sse": { "url": "http://localhost:8080/sse" }
  }
}
`,
    wrapped: [
      'py stdio wrapped /opt/node /opt/sadap/bin/sadap.js tee --label py -- python -m my_server --port 8080',
      'stream http wrapped http://127.0.0.1:8765/mcp#sadap-upstream=https://api.example.com/mcp',
      'sse http wrapped http://127.0.0.1:8765/sse#sadap-upstream=http://localhost:8080/sse',
    ],
  },
  {
    host: 'codex',
    about: 'tables, dotted keys, inline tables and every kind of string',
    text: `# Codex
model = "o9"
mcp_servers.dotted.command = "uvx" # runs it
mcp_servers.dotted.args = [
  'mcp-dotted', # the package
]

[mcp_servers.context7]
command = "npx"
args = ["-y", "@upstash/context7-mcp"]
startup_timeout_sec = 20

[mcp_servers.context7.env]
"KEY" = """
secret"""

[mcp_servers."two words"]
  command = 'C:\\bin\\srv.exe'

[mcp_servers.http]
url = 'https://mcp.example.com/mcp'
bearer_token_env_var = "TOKEN"

[tui]
notifications = true
`,
    wrapped: [
      'dotted stdio wrapped /opt/node /opt/sadap/bin/sadap.js tee --label dotted -- uvx mcp-dotted',
      'context7 stdio wrapped /opt/node /opt/sadap/bin/sadap.js tee --label context7 -- npx -y @upstash/context7-mcp',
      'two words stdio wrapped /opt/node /opt/sadap/bin/sadap.js tee --label two words -- C:\\bin\\srv.exe',
      'http http wrapped http://127.0.0.1:8765/mcp#sadap-upstream=https://mcp.example.com/mcp',
    ],
  },
  {
    host: 'codex',
    about: 'inline tables, carriage returns, no last line end',
    text: '[mcp_servers]\r\na = { command = "npx", args = [ "-y", "a" ], env = { K = "v" } }\r\nb={command="b"}\r\nc.command = """c"""',
    wrapped: [
      'a stdio wrapped /opt/node /opt/sadap/bin/sadap.js tee --label a -- npx -y a',
      'b stdio wrapped /opt/node /opt/sadap/bin/sadap.js tee --label b -- b',
      'c stdio wrapped /opt/node /opt/sadap/bin/sadap.js tee --label c -- c',
    ],
  },
  {
    host: 'cline',
    about: 'members that only Cline knows',
    text: `{
  "mcpServers": {
    "local": {
      "autoApprove": ["list", "read"],
      "disabled": false,
      "timeout": 60,
      "type": "stdio",
      "command": "node",
      "args": [
        "/src/server.js"
      ]
    },
    "remote": { "type": "streamableHttp", "url": "https://mcp.example.com", "disabled": false }
  }
}`,
    wrapped: [
      'local stdio wrapped /opt/node /opt/sadap/bin/sadap.js tee --label local -- node /src/server.js',
      'remote http wrapped http://127.0.0.1:8765#sadap-upstream=https://mcp.example.com',
    ],
  },
  {
    host: 'zed',
    about: 'a command as text, as an object, and servers of extensions',
    text: `// Zed settings
//
{
  "ui_font_size": 16,
  "context_servers": {
    "new": { "command": "npx", "args": ["-y", "srv"], "env": {} },
    "old": {
      "source": "custom",
      "command": {
        "path": "/usr/local/bin/old",
        "args": ["--stdio"],
        "env": { "K": "secret" }
      },
      "settings": {}
    },
    "bare": { "command": { "path": "bare", "env": null } },
    "extension": { "source": "extension", "settings": { "token": "t" } },
    "remote": { "url": "https://mcp.example.com/mcp" },
  },
  "vim_mode": true,
}
`,
    wrapped: [
      'new stdio wrapped /opt/node /opt/sadap/bin/sadap.js tee --label new -- npx -y srv',
      'old stdio wrapped /opt/node /opt/sadap/bin/sadap.js tee --label old -- /usr/local/bin/old --stdio',
      'bare stdio wrapped /opt/node /opt/sadap/bin/sadap.js tee --label bare -- bare',
      'extension none odd',
      'remote http wrapped http://127.0.0.1:8765/mcp#sadap-upstream=https://mcp.example.com/mcp',
    ],
  },
  {
    host: 'lm-studio',
    about: 'one server by URL',
    text: `{
  "mcpServers": {
    "hf": {
      "url": "https://hf.example.com/mcp",
      "headers": {
        "Authorization": "Bearer hf_abcdefghijklmnopqrst"
      }
    }
  }
}`,
    wrapped: [
      'hf http wrapped http://127.0.0.1:8765/mcp#sadap-upstream=https://hf.example.com/mcp',
    ],
  },
];
