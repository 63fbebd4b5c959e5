// The bin of the package: serves MCP over standard input and output until they end.
import { serveLocal } from './local-server.ts'

try {
  await serveLocal(process.env, (line) => process.stderr.write(`kiosk mcp: ${line}\n`))
} catch (error) {
  process.stderr.write(`kiosk mcp: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 2
}
