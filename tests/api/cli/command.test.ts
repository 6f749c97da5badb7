import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { loadEnvFile, readArguments } from '../../../api/cli/command.ts'

const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'env-'))

function writeEnv(text: string, encoding: BufferEncoding = 'utf8'): string {
  const file = path.join(newFolder(), '.env')
  writeFileSync(file, text, encoding)
  return file
}

test('.env sets variables, and those of the process win', () => {
  vi.stubEnv('ENV_TEST_GIVEN', '')
  vi.stubEnv('ENV_TEST_READ', undefined)
  loadEnvFile(writeEnv('ENV_TEST_GIVEN=file\nexport ENV_TEST_READ="of the file" # why\n'))
  expect([process.env['ENV_TEST_GIVEN'], process.env['ENV_TEST_READ']]).toEqual(['', 'of the file'])
  vi.unstubAllEnvs()
  delete process.env['ENV_TEST_READ']
})

test('folders of the settings are below the checkout, wherever a command is started', () => {
  const root = path.join(import.meta.dirname, '../../..')
  const { stdout } = spawnSync(process.execPath, [path.join(root, 'api/cli/doctor.ts')], {
    cwd: newFolder(),
    env: { ...process.env, DATA_DIR: 'no-data', DIST_DIR: ' no-dist' },
    encoding: 'utf8',
  })
  expect(stdout).toContain(`DATA_DIR: ${path.join(root, 'no-data')} will be made by the first start.`)
  expect(stdout).toContain(`DIST_DIR: ${path.join(root, 'no-dist')} will be made by the first start.`)
})

test.each(['utf8', 'utf16le'] as const)('.env may be written as Windows does, in %s', (encoding) => {
  vi.stubEnv('ENV_TEST_READ', undefined)
  loadEnvFile(writeEnv('\uFEFFENV_TEST_READ=of the file\r\nPATH=kept\r\n', encoding))
  expect(process.env['ENV_TEST_READ']).toBe('of the file')
  vi.unstubAllEnvs()
  delete process.env['ENV_TEST_READ']
})

test.each([
  ['SMTP_ULR', 'SMTP_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['site_url', 'SITE_URL'],
  ['TRUST-PROXY', 'TRUST_PROXY'],
  ['PROT', 'PORT'],
])('%s in .env is said to be no setting, and %s to be meant', (name, meant) => {
  vi.stubEnv(name, '')
  expect(loadEnvFile(writeEnv(`${name}=secret\n`))).toEqual([
    `.env names ${name}, which is no setting and does nothing: ${meant} is probably meant.`,
  ])
  vi.unstubAllEnvs()
})

test('names of other programs, empty ones, and those beside the setting itself are left alone', () => {
  const others = ['COMPOSE_PROJECT', 'NODE_ENV', 'TZ', 'SMTP_HOST', 'HOSTNAME', 'LAKE_TOKENS', 'SITE_URLS']
  for (const name of [...others, 'LAKE_TOKEN']) vi.stubEnv(name, '')
  const text = others.slice(0, -1).map((name) => `${name}=x\n`)
  expect(loadEnvFile(writeEnv(`${text.join('')}LAKE_TOKEN=secret\nSITE_URLS=\n`))).toEqual([])
  vi.unstubAllEnvs()
})

test('.env may be missing, and a folder of that name is reported', () => {
  const folder = newFolder()
  expect(() => loadEnvFile(path.join(folder, '.env'))).not.toThrow()
  expect(() => loadEnvFile(folder)).toThrow(
    `${folder} is a folder: it has to be a file, as .env.example is one.`,
  )
})

test.skipIf(process.getuid?.() !== 0)(
  'a .env of somebody else is said to be theirs, not to be missing',
  () => {
    const file = writeEnv('PORT=1\n')
    chmodSync(path.dirname(file), 0o755)
    chmodSync(file, 0o600)
    process.seteuid?.(65_534)
    try {
      expect(() => loadEnvFile(file)).toThrow(
        `${file} can't be read (EACCES): give it to the user that runs this.`,
      )
    } finally {
      process.seteuid?.(0)
    }
  },
)

test.each([[['']], [['--out', '']], [['--out=']], [['a', '']]])('of %j, what is empty is refused', (args) => {
  vi.stubGlobal('process', { ...process, argv: ['node', 'command', ...args] })
  const options = { out: { type: 'string', default: 'dist' } } as const
  expect(() => readArguments({ usage: 'Usage', options, words: 2 })).toThrow('One of the arguments is empty')
  vi.unstubAllGlobals()
})
