import path from 'node:path'
import { readArguments, runMain } from '../../api/cli/command.ts'
import { failureOf } from '../../api/contract/content-error.ts'
import { diskFaultOf } from '../../api/contract/disk-fault.ts'
import { isOperational, messageOf, OperationalError } from '../../api/contract/operational-error.ts'
import { isBuilt, planBuild } from './build-record.ts'
import { linkPackages } from './link-packages.ts'

const root = path.join(import.meta.dirname, '../..')
const USAGE = `Usage: npm run build [-- --local] [--out FOLDER]

  --local        for a look on this machine: SITE_URL may be missing or lead here
  --out FOLDER   in place of DIST_DIR`

await runMain(async () => {
  const { values } = readArguments({
    usage: USAGE,
    options: {
      'if-changed': { type: 'boolean', default: false },
      local: { type: 'boolean', default: false },
      out: { type: 'string', default: process.env['DIST_DIR'] || 'dist' },
    },
  })
  const dist = path.resolve(root, values.out)
  const onlyIfChanged = values['if-changed']
  try {
    // A server knows where it is reached.
    const plan = await planBuild(root, process.env, values.local || onlyIfChanged)
    if (onlyIfChanged && (await isBuilt(dist, plan.key))) {
      await linkPackages(path.join(dist, 'server'))
      return 0
    }
    // The bundlers take half a second to load, which a start with nothing to build does not have to wait for.
    const { buildSite } = await import('./build-site.ts')
    await buildSite({ ...plan, root, dist, hasVisitors: onlyIfChanged })
  } catch (error) {
    const failure = isOperational(error)
      ? error
      : new OperationalError(`The site could not be built in ${dist}: ${reasonOf(error)}.`, { cause: error })
    // The server that runs this build reports the failure itself, and not only in its log.
    if (!process.send) throw failure
    process.send(failureOf(failure))
    return 1
  }
  return 0
})

/** A build writes beside the sources as well. */
function reasonOf(error: unknown): string {
  const fault = diskFaultOf(error)
  return fault === undefined ? messageOf(error) : `the disk there, or that of the checkout, ${fault}`
}
