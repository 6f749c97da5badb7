// Loaded before each command: what can't be read by this Node, or without its packages, says nothing in words of its own.
import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const { engines, devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const [major, minor] = numbersIn(engines.node)
const [ownMajor, ownMinor] = numbersIn(process.versions.node)

if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  const needed = `${major}.${minor}`
  console.error(
    `This is Node ${process.versions.node}, and ${needed} or newer is needed: run npm ci, which brings it along where install scripts may run, or install Node ${needed}.`,
  )
  process.exit(1)
}

// A monitor leaves all else that ends a process to Node, with its stack and its code.
process.on('uncaughtExceptionMonitor', (error) => {
  const name = missingPackage(error)
  // A server that runs handles what is thrown, and goes on.
  if (name === undefined || process.listenerCount('uncaughtException') > 0) return
  const isOfDevelopment = Object.hasOwn(devDependencies, name)
  console.error(
    `The package ${name} is missing: run ${isOfDevelopment ? 'npm ci --include=dev' : 'npm ci'} in ${root}.`,
  )
  process.exit(1)
})

function numbersIn(version) {
  return version.match(/\d+/g).map(Number)
}

/** The package that an import names and that is not there, or not whole; undefined for every other failure. */
function missingPackage(error) {
  if (!/^(?:ERR_)?MODULE_NOT_FOUND$/.test(error?.code)) return undefined
  const [, named] =
    /^Cannot find (?:package|module) '(?:.*\/node_modules\/)?([^']+)'/.exec(error.message) ?? []
  // A file of the checkout that is not there is a defect of its own.
  return named && /^(?:@[^/]+\/)?[^./][^/]*/.exec(named)?.[0]
}
