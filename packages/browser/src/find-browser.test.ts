import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findBrowser } from './find-browser.ts'
import { resolveExecutable } from './process/executable.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'kiosk-find-'))
})
afterEach(async () => {
  await rm(home, { recursive: true, force: true })
})

const put = async (path: string, content = '#!/bin/sh\n') => {
  const whole = join(home, path)
  await mkdir(dirname(whole), { recursive: true })
  await writeFile(whole, content)
  await chmod(whole, 0o755)
  return whole
}

describe('finding a browser', () => {
  it('takes the setting as it is', async () => {
    expect(await findBrowser('/nowhere/chrome', { PATH: home, HOME: home })).toBe('/nowhere/chrome')
  })

  it('prefers headless shell, wherever on the path it is', async () => {
    await put('a/chromium')
    const shell = await put('b/chromium-headless-shell')
    expect(await findBrowser(null, { PATH: `${home}/a:${home}/b`, HOME: home })).toBe(shell)
  })

  it('takes no file that cannot be run', async () => {
    const path = await put('a/chromium-headless-shell')
    await chmod(path, 0o644)
    expect(await findBrowser(null, { PATH: `${home}/a`, HOME: home })).not.toBe(path)
  })
})

describe('the binary behind a path', () => {
  it.each([
    ['chrome-headless-shell', true],
    ['headless_shell', true],
    ['chromium', false],
    ['google-chrome-stable', false],
  ])('%s is told by its name', async (name, isHeadlessShell) => {
    const path = await put(name)
    expect(await resolveExecutable(path)).toEqual({ path, isHeadlessShell })
  })

  it('is asked when its name says nothing', async () => {
    const shell = await put('one', '#!/bin/sh\necho HeadlessChrome 1.2.3\n')
    const full = await put('two', '#!/bin/sh\necho Chromium 1.2.3\n')
    expect(await resolveExecutable(shell)).toEqual({ path: shell, isHeadlessShell: true })
    expect(await resolveExecutable(full)).toEqual({ path: full, isHeadlessShell: false })
  })
})
