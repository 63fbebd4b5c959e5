// Opens accounts, of a data directory or at an address, when it is told to, so that several processes can do so at once.
import { once } from 'node:events'
import { Secret } from '@kiosk/catalog'
import { AccountStore } from '../../../src/app-http/accounts/rows/account-store.ts'
import { postgresAccounts } from '../../../src/app-http/accounts/rows/postgres-accounts.ts'
import { sqliteAccounts } from '../../../src/app-http/accounts/rows/sqlite-accounts.ts'

const [, , place = ''] = process.argv
process.stdout.write('ready')
await once(process.stdin, 'data')
const database = place.startsWith('postgres:') ? postgresAccounts(new Secret(place)) : sqliteAccounts(place)
const store = await AccountStore.open(database)
await store.close()
