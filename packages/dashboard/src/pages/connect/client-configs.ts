// Configuration of clients for the MCP servers, ready to paste. None holds a key: each has a place for it.

export interface ClientConfig {
  readonly id: string
  readonly title: string
  /** Where the text goes. */
  readonly place: string
  readonly code: string
}

export const KEY_PLACE = 'YOUR_KEY'

/** The local server: a process of the client that calls the gateway with a key. */
export function localConfigs(baseUrl: string): ClientConfig[] {
  const server = {
    command: 'npx',
    args: ['kiosk', 'mcp'],
    env: { KIOSK_BASE_URL: baseUrl, KIOSK_API_KEY: KEY_PLACE },
  }
  const settings = Object.entries(server.env)
  return [
    {
      id: 'claude-desktop',
      title: 'Claude Desktop',
      place: 'claude_desktop_config.json',
      code: json({ mcpServers: { kiosk: server } }),
    },
    {
      id: 'claude-code',
      title: 'Claude Code',
      place: 'In a terminal',
      code: `claude mcp add kiosk ${settings.map(([name, value]) => `--env ${name}=${value}`).join(' ')} -- npx kiosk mcp`,
    },
    { id: 'cursor', title: 'Cursor', place: '.cursor/mcp.json', code: json({ mcpServers: { kiosk: server } }) },
    {
      id: 'vs-code',
      title: 'VS Code',
      place: '.vscode/mcp.json',
      code: json({ servers: { kiosk: { type: 'stdio', ...server } } }),
    },
    {
      id: 'codex',
      title: 'Codex',
      place: '~/.codex/config.toml',
      code: `[mcp_servers.kiosk]
command = "npx"
args = ["kiosk", "mcp"]

[mcp_servers.kiosk.env]
${settings.map(([name, value]) => `${name} = ${JSON.stringify(value)}`).join('\n')}`,
    },
  ]
}

/** The hosted endpoint: the client signs in by itself, so there is no key at all. */
export function hostedConfigs(appUrl: string): ClientConfig[] {
  const url = `${appUrl}/mcp`
  return [
    { id: 'claude-desktop', title: 'Claude Desktop', place: 'Settings → Connectors → Add custom connector', code: url },
    {
      id: 'claude-code',
      title: 'Claude Code',
      place: 'In a terminal',
      code: `claude mcp add --transport http kiosk ${url}`,
    },
    { id: 'cursor', title: 'Cursor', place: '.cursor/mcp.json', code: json({ mcpServers: { kiosk: { url } } }) },
    {
      id: 'vs-code',
      title: 'VS Code',
      place: '.vscode/mcp.json',
      code: json({ servers: { kiosk: { type: 'http', url } } }),
    },
    {
      id: 'codex',
      title: 'Codex',
      place: '~/.codex/config.toml',
      code: `[mcp_servers.kiosk]\nurl = ${JSON.stringify(url)}`,
    },
  ]
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
