import type { FastifyInstance } from 'fastify'

/** Every method and path that a server has, from its own table, so that tests of all routes ask a new one, too. */
export async function routesOf(app: FastifyInstance): Promise<{ method: string; path: string }[]> {
  await app.ready()
  const parents: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods] = /^((?:[│ ] {3})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      if (part === '') return []
      const depth = indent.length / 4
      parents[depth] = part
      const path = parents.slice(0, depth + 1).join('')
      return (methods?.split(', ') ?? []).map((method) => ({ method, path }))
    })
}
