// A browser that was started without some of its switches: run in place of one, it drops them and passes all else on.
// Arguments: the browser, a pattern of switches to drop, a text of the debugging pipe and what stands in its place, then
// the browser's own.
import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { Transform } from 'node:stream'

const [browser = '', pattern = '', said = '', instead = '', ...switches] = process.argv.slice(2)
const dropped = new RegExp(pattern)
const child = spawn(
  browser,
  switches.filter((one) => !dropped.test(one)),
  { stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'pipe'] },
)

let rest = ''
const rewrite = new Transform({
  transform(chunk, _encoding, done) {
    const messages = `${rest}${chunk.toString('latin1')}`.split('\0')
    rest = messages.pop() ?? ''
    const passed = messages.map((message) => `${said === '' ? message : message.replaceAll(said, instead)}\0`)
    done(null, Buffer.from(passed.join(''), 'latin1'))
  },
})

const [, , , commands, events] = child.stdio
if (commands instanceof Socket && events instanceof Socket) {
  // Not as files: a read that waits would keep this process from ending.
  const [ours, theirs] = [3, 4].map((fd) => new Socket({ fd }))
  // Whichever side goes first, the pipes of the other one break.
  for (const pipe of [ours, theirs, commands, events]) pipe?.on('error', () => {})
  ours?.pipe(rewrite).pipe(commands)
  if (theirs !== undefined) events.pipe(theirs)
}
child.once('exit', (code) => process.exit(code ?? 1))
