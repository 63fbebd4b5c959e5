// How callers name a repository.
import { z } from 'zod'

export const owner = z
  .string()
  .trim()
  .min(1)
  .max(39)
  .regex(/^[A-Za-z0-9-]+$/, 'expected letters, digits and hyphens')
  .describe('Account that owns the repository.')

export const repo = z
  .string()
  .trim()
  .overwrite((name) => name.replace(/\.git$/i, ''))
  .min(1)
  .max(100)
  .regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]+$/, 'expected letters, digits, dots, underscores and hyphens; not . or ..')
  .describe('Repository name; a trailing `.git` is dropped.')
