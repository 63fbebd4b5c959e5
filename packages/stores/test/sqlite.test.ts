import { storeContract } from './contract.ts'
import { sqliteSite } from './sqlite-site.ts'

storeContract('SQLite', sqliteSite)
