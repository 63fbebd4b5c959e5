// Run in place of a browser. Arguments: the script, as `fake-browser.ts` has it, then the browser's own.
import { Socket } from 'node:net'
import type { Script } from './fake-browser.ts'

const script: Script = JSON.parse(process.argv[2] ?? '{}')
// Not as files: a read that waits would keep this process from ending.
const [commands, events] = [new Socket({ fd: 3 }), new Socket({ fd: 4 })]
for (const pipe of [commands, events]) pipe.on('error', () => process.exit(1)).on('close', () => process.exit(0))

let rest = ''
commands.on('data', (chunk) => {
  const messages = `${rest}${chunk}`.split('\0')
  rest = messages.pop() ?? ''
  for (const message of messages) answer(JSON.parse(message))
})

function answer({ id, method }: { readonly id: number; readonly method: string }): void {
  for (const text of script[method] ?? []) {
    if (text === 'exit') process.exit(3)
    events.write(`${text.replaceAll('$id', String(id))}\0`)
  }
}
