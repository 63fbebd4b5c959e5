// Opens the accounts of a data directory when it is told to, so that several processes can do so at once.
import { once } from 'node:events'
import { openAccountsDatabase } from '@kiosk/stores'
import { AccountStore } from '../../../src/app-http/accounts/rows/account-store.ts'

const [, , dataDir = ''] = process.argv
process.stdout.write('ready')
await once(process.stdin, 'data')
const store = await AccountStore.open(() => openAccountsDatabase(dataDir))
await store.close()
