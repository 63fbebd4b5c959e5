import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { runHere } from './command-lines.ts'

/** What bash would offer for a line that ends in the word to complete. */
async function offered(...words: readonly string[]): Promise<string[]> {
  const { stdout } = await runHere(['completion', 'bash'])
  const line = ['kiosk', ...words].map((word) => `'${word}'`).join(' ')
  const script = `${stdout}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length}; _kiosk; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' })
    .split('\n')
    .filter((word) => word !== '')
}

test('bash completes commands, commands of a group, slugs and options', async () => {
  expect(await offered('ca')).toEqual(['catalog', 'call'])
  expect(await offered('admin', 'create')).toEqual(['create-org', 'create-key'])
  expect(await offered('call', 'encyc')).toEqual(['encyclopedia-article.get'])
  expect(await offered('call', 'encyclopedia-article.get', '--o')).toEqual(['--out'])
  expect(await offered('serve', '--s')).toEqual(['--sandbox'])
  expect(await offered('zzz')).toEqual([])
})

test('zsh and fish have scripts, other shells an answer', async () => {
  expect((await runHere(['completion', 'zsh'])).stdout).toMatch(/^#compdef kiosk\n/)
  expect((await runHere(['completion', 'fish'])).stdout).toMatch(
    /__fish_seen_subcommand_from call' -a '.*encyclopedia-article\.get/,
  )
  expect(await runHere(['completion', 'cmd'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/bash, zsh, fish/),
  })
})
