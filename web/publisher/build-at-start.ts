import { constants, rmSync } from 'node:fs'
import { access, cp, mkdir, readdir, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/*
 * The build that a server runs at its start, with the arguments of build.ts. Vite and vite-react-ssg write beside the
 * sources while they build: where those are read-only, as in a container, a copy of them is built.
 */

/** What a build reads. */
const SOURCES = [
  'web',
  'api',
  'studio',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
]

const root = path.join(import.meta.dirname, '../..')

async function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
}

/**
 * Copies the sources into a folder that is removed as this process ends. Packages are linked, each by itself. Names of
 * classes are hashes of paths: several nodes copy to the same path, so that their files have the same names.
 */
async function copySources(copy: string): Promise<void> {
  await rm(copy, { recursive: true, force: true })
  await mkdir(copy, { recursive: true })
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
  for (const source of SOURCES)
    await cp(path.join(root, source), path.join(copy, source), { recursive: true })
  // A real folder: Vite could not write its cache into a linked one.
  const packages = path.join(copy, 'node_modules')
  await mkdir(packages)
  for (const name of await readdir(path.join(root, 'node_modules')))
    if (!name.startsWith('.vite'))
      await symlink(path.join(root, 'node_modules', name), path.join(packages, name))
}

const isOwn = (await isWritable(root)) && (await isWritable(path.join(root, 'node_modules')))
const dist = path.resolve(root, process.env['DIST_DIR'] || 'dist')
const folder = isOwn ? root : path.join(dist, '.build')
if (!isOwn) await copySources(folder)
process.env['DIST_DIR'] = dist
process.chdir(folder)
await import(pathToFileURL(path.join(folder, 'web/publisher/build.ts')).href)
