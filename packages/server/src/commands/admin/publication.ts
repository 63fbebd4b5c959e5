// Which operations an organization sees.
import type { Organization } from '@kiosk/engine'
import { CommandFailure, type Terminal } from '../../cli-output.ts'
import { didYouMean } from '../../config/nearest.ts'
import { defineCommand, jsonOption } from '../command.ts'
import { organizationBySlug, organizationDocument, withDirectory } from './directory.ts'

const org = { value: 'SLUG', required: true, says: 'The organization.' } as const
const slug = { value: 'SLUG', required: true, says: 'The operation, such as translate-text.get.' } as const

export const withholdCommand = defineCommand({
  name: 'admin withhold',
  summary: 'Hide an operation from an organization.',
  options: { org, slug, json: jsonOption },
  examples: ['kiosk admin withhold --org acme-tools --slug translate-text.get'],
  async run({ values }, terminal) {
    const { registry } = await import('@kiosk/operations')
    const known = Array.from(registry.values(), (operation): string => operation.slug)
    if (!known.includes(values.slug)) {
      throw new CommandFailure(
        `No operation has the slug ${JSON.stringify(values.slug)}.${didYouMean(values.slug, known)}`,
        { code: 'OPERATION_NOT_FOUND', advice: 'kiosk catalog --local shows them all.' },
      )
    }
    return withDirectory(terminal, async (directory) => {
      await organizationBySlug(directory, values.org)
      const changed = await directory.withhold(values.org, values.slug)
      report(terminal, values.json, changed, `${changed.name} cannot call ${values.slug} any more.`)
    })
  },
})

export const publishCommand = defineCommand({
  name: 'admin publish',
  summary: 'Show a withheld operation to an organization again.',
  options: { org, slug, json: jsonOption },
  examples: ['kiosk admin publish --org acme-tools --slug translate-text.get'],
  run: ({ values }, terminal) =>
    // No look at the registry: what a former release knew can be published, too.
    withDirectory(terminal, async (directory) => {
      const before = await organizationBySlug(directory, values.org)
      if (!before.withheld.includes(values.slug)) {
        return report(terminal, values.json, before, `${values.slug} was not withheld from ${before.name}.`)
      }
      const changed = await directory.publish(values.org, values.slug)
      report(terminal, values.json, changed, `${changed.name} can call ${values.slug} again.`)
    }),
})

function report(terminal: Terminal, json: boolean, organization: Organization, sentence: string): void {
  const { withheld } = organization
  if (json) terminal.print(JSON.stringify({ ...organizationDocument(organization), withheld }))
  terminal.note(sentence)
}
