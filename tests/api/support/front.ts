import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from 'node:tls'

/** A configuration that the deployment guide offers. */
export type FrontName = 'nginx-proxy.conf' | 'nginx-static.conf' | 'Caddyfile'

/** A web server in front of the site's own, which speaks TLS as `example.com`. */
export interface Front {
  port: number
  /** Where it speaks HTTP without TLS. */
  plainPort: number
  /** What its certificate is signed by, which is itself; none where the program made one. */
  certificate: string | undefined
  /** What it has written down of requests; nothing of Caddy, which writes nothing unless told. */
  accessLog(): string
  /** What it has said of errors. */
  errorLog(): string
  /** Has it read its configuration again. */
  reload(): void
  stop(): Promise<void>
}

const DEPLOY = path.join(import.meta.dirname, '../../../api/deploy')
const NGINX_MODULES = '/usr/lib/nginx/modules'
const BROTLI = path.join(NGINX_MODULES, 'ngx_http_brotli_static_module.so')
/** What a browser or a program may call it. */
const NAMES = 'subjectAltName=DNS:example.com,DNS:localhost'
const START_MS = 20_000
const ACCESS_LOG = 'access.log'

/** What is missing on this machine to run it; undefined where nothing is. */
export function missingFor(name: FrontName): string | undefined {
  const program = name === 'Caddyfile' ? 'caddy' : 'nginx'
  if (!isInstalled(program)) return program
  if (name === 'nginx-static.conf' && !existsSync(BROTLI)) return 'libnginx-mod-http-brotli-static'
  return name === 'Caddyfile' || isInstalled('openssl') ? undefined : 'openssl'
}

function isInstalled(program: string): boolean {
  const folders = `${process.env['PATH']}:/usr/sbin`.split(':')
  return folders.some((folder) => existsSync(path.join(folder, program)))
}

interface FrontOptions {
  dist?: string
  /** Where a second server of pages answers. */
  other?: string
  /** Where the content's server answers, if that is another one. */
  content?: string
  port?: number
}

/**
 * Runs the file as it is, except for what an operator fills in: nodes, ports, certificate and folders.
 * @param site where the site's server answers
 */
export async function startFront(
  name: FrontName,
  site: string,
  { dist = '', content = site, other, port: wanted }: FrontOptions,
): Promise<Front> {
  const folder = mkdtempSync(path.join(tmpdir(), 'front-'))
  const [port, plain] = [wanted ?? (await freePort()), await freePort()]
  const text = readFileSync(path.join(DEPLOY, name), 'utf8')
    .replace(/(?<=^upstream content \{\n.*)127\.0\.0\.1:3000/mu, new URL(content).host)
    .replaceAll('127.0.0.1:3000', new URL(site).host)
    .replace(/(?<=^upstream site \{\n)( *server )[\d.:]+(.*\n)/mu, (line, before, after) =>
      other === undefined ? line : `${line}${before}${new URL(other).host}${after}`,
    )
  const { command, args, env } =
    name === 'Caddyfile'
      ? caddy(
          folder,
          text.replace(
            /^\{\n/mu,
            `{\n  admin off\n  local_certs\n  skip_install_trust\n  https_port ${port}\n  http_port ${plain}\n`,
          ),
        )
      : nginx(
          folder,
          text
            .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
            .replaceAll('listen 80', `listen 127.0.0.1:${plain}`)
            .replaceAll(/^ *listen \[::\].*\n/gmu, '')
            .replaceAll('/etc/ssl/', `${folder}/`)
            .replaceAll(/\/srv\/cal\/dist([^;\n]*);/gu, (_, below) => `"${dist}${below}";`),
        )
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const exit = once(child, 'exit')
  await Promise.race([
    answering(port),
    exit.then(() => Promise.reject(new Error(`${command} did not start:\n${said}`))),
  ])
  return {
    port,
    plainPort: plain,
    certificate: name === 'Caddyfile' ? undefined : path.join(folder, 'example.com.pem'),
    accessLog: () => (name === 'Caddyfile' ? '' : readFileSync(path.join(folder, ACCESS_LOG), 'utf8')),
    errorLog: () => said,
    reload: () => void child.kill('SIGHUP'),
    stop: async () => {
      child.kill('SIGTERM')
      await exit
    },
  }
}

function caddy(folder: string, text: string) {
  const file = path.join(folder, 'Caddyfile')
  writeFileSync(file, text)
  const args = ['run', '--config', file, '--adapter', 'caddyfile']
  return { command: 'caddy', args, env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder } }
}

function nginx(folder: string, text: string) {
  const key = path.join(folder, 'example.com.key')
  const certificate = path.join(folder, 'example.com.pem')
  const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  execFileSync(
    'openssl',
    ['req', ...made, '-subj', '/CN=example.com', '-addext', NAMES, '-keyout', key, '-out', certificate],
    {
      stdio: 'ignore',
    },
  )
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(path.join(folder, 'site.conf'), text)
  writeFileSync(
    file,
    [
      'daemon off;',
      // Its workers would be somebody else, who may not enter the checkout.
      process.getuid?.() === 0 ? 'user root;' : '',
      text.includes('brotli_static') ? `load_module ${BROTLI};` : '',
      `pid ${folder}/nginx.pid;`,
      'error_log stderr warn;',
      'events {}',
      'http {',
      'include /etc/nginx/mime.types;',
      `access_log ${folder}/${ACCESS_LOG};`,
      ...temporary.map((what) => `${what}_temp_path ${folder}/${what};`),
      `include ${folder}/site.conf;`,
      '}',
    ].join('\n'),
  )
  return { command: existsSync('/usr/sbin/nginx') ? '/usr/sbin/nginx' : 'nginx', args: ['-c', file], env: {} }
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

async function answering(port: number): Promise<void> {
  const deadline = Date.now() + START_MS
  for (;;) {
    // Caddy listens before its certificate is made.
    const options = { host: '127.0.0.1', servername: 'example.com', rejectUnauthorized: false }
    const socket = connect(port, options)
    const isOpen = await once(socket, 'secureConnect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    if (Date.now() > deadline) throw new Error(`Nothing answers on port ${port}.`)
    await pause(50)
  }
}
