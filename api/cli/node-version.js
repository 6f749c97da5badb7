// Loaded before each command: an older Node can't read TypeScript, and says so in words of its own.
import { readFileSync } from 'node:fs'

const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const [major, minor] = numbersIn(engines.node)
const [ownMajor, ownMinor] = numbersIn(process.versions.node)

if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  const needed = `${major}.${minor}`
  console.error(
    `This is Node ${process.versions.node}, and ${needed} or newer is needed: run npm ci, which brings it along where install scripts may run, or install Node ${needed}.`,
  )
  process.exit(1)
}

function numbersIn(version) {
  return version.match(/\d+/g).map(Number)
}
