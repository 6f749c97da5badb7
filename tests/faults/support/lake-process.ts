import { openLake } from '../../../studio/lake/lake.ts'
import { acquireLock } from '../../../studio/lake/lock.ts'
import { serveLake } from '../../../studio/lake/serve.ts'

// A lake in a process of its own, to be killed: node lake-process.ts DATA_DIR SEED_DIR. Prints its URL.
const [dataDir = '', seedDir = ''] = process.argv.slice(2)
const lock = acquireLock(dataDir)
if (!lock.ok) throw new Error(lock.sentence)
const { url } = await serveLake(await openLake({ dataDir, seedDir }))
console.info(url)
