import { table } from '../../cli-output.ts'
import { defineCommand, jsonOption } from '../command.ts'
import { organizationBySlug, withDirectory } from './directory.ts'
import { nameOf } from './organizations.ts'

const org = { value: 'SLUG', required: true, says: 'The organization that owns the key.' } as const

export const createKeyCommand = defineCommand({
  name: 'admin create-key',
  summary: 'Make an API key; prints it once, alone on stdout.',
  options: {
    org,
    name: { value: 'NAME', required: true, says: 'What the key is for; shown in lists.' },
    json: jsonOption,
  },
  details: 'Only a hash of the key is kept: a lost key cannot be read again, only replaced.',
  examples: ['export KIOSK_API_KEY=$(kiosk admin create-key --org acme-tools --name laptop)'],
  async run({ values }, terminal) {
    const name = nameOf(values.name, 'admin create-key')
    const { makeKey } = await import('../../new-key.ts')
    return withDirectory(terminal, async (directory) => {
      const organization = await organizationBySlug(directory, values.org)
      const made = await makeKey(directory, { organizationId: organization.id, name, createdBy: null })
      const { id, prefix, key } = made
      terminal.print(values.json ? JSON.stringify({ id, name: made.name, prefix, key }) : key)
      terminal.note(`Made the key ${made.name} (id ${id}) of ${organization.name}. It is not shown again.`)
    })
  },
})

export const listKeysCommand = defineCommand({
  name: 'admin list-keys',
  summary: 'List the keys of an organization by their first 12 characters.',
  options: { org, json: jsonOption },
  examples: ['kiosk admin list-keys --org acme-tools'],
  run: ({ values }, terminal) =>
    withDirectory(terminal, async (directory) => {
      const organization = await organizationBySlug(directory, values.org)
      const keys = await directory.listKeys(organization.id)
      if (values.json) return terminal.print(JSON.stringify(keys))
      if (keys.length === 0) return terminal.note(`${organization.name} has no key; kiosk admin create-key makes one.`)
      const rows = keys.map(({ id, prefix, createdAt, lastUsed, name }) => [
        id,
        `${prefix}…`,
        createdAt.slice(0, 10),
        lastUsed ?? 'never',
        name,
      ])
      terminal.print(table(['ID', 'KEY', 'CREATED', 'LAST USED', 'NAME'], rows))
    }),
})

export const deleteKeyCommand = defineCommand({
  name: 'admin delete-key',
  summary: 'Delete a key; answers once no running gateway accepts it any more.',
  options: { org, id: { value: 'ID', required: true, says: 'Id of the key, from list-keys.' }, json: jsonOption },
  examples: ['kiosk admin delete-key --org acme-tools --id key_0197a3c4-5d6e-7f80-9a1b-2c3d4e5f6071'],
  run: ({ values }, terminal) =>
    withDirectory(terminal, async (directory) => {
      const organization = await organizationBySlug(directory, values.org)
      await directory.deleteKey(organization.id, values.id)
      if (values.json) terminal.print(JSON.stringify({ id: values.id, deleted: true }))
      terminal.note(`Deleted the key ${values.id} of ${organization.name}: it is refused from now on.`)
    }),
})
