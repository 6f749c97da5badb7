import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../api/support/front.ts'

const BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'
const START_MS = 10_000

/** What is missing here to run it; undefined where nothing is. */
export function missingForNginx(): string | undefined {
  const isThere = ['/usr/sbin/nginx', BROTLI].every((file) => existsSync(file))
  return isThere ? undefined : 'nginx: apt-get install nginx libnginx-mod-http-brotli-static'
}

/** Keeps a process with all its threads to the first core, where there is another one. */
export function pinned(pid: number): void {
  if (availableParallelism() > 1) spawnSync('taskset', ['-acp', '0', String(pid)])
}

/**
 * nginx with one worker, whose id is `pid`, on the first core, as Debian sets it up but without a log: we write none
 * either.
 */
export async function startNginx(
  site: string,
): Promise<{ url: string; pid: number; stop: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-nginx-'))
  const port = await freePort()
  const file = path.join(folder, 'nginx.conf')
  // Under root, the worker would be a user who may not read the release.
  const asRoot = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    file,
    `load_module ${BROTLI};
${asRoot}
daemon off;
worker_processes 1;
pid ${folder}/pid;
error_log stderr;
events { worker_connections 768; }
http {
  sendfile on;
  tcp_nopush on;
  types_hash_max_size 2048;
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  access_log off;
  server {
    listen 127.0.0.1:${port};
    root ${site};
    include ${site}/_nginx.conf;
    brotli_static on;
  }
}
`,
  )
  const child = spawn('/usr/sbin/nginx', ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const exit = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  const end = performance.now() + START_MS
  while (
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || performance.now() > end) {
      child.kill('SIGKILL')
      throw new Error(`nginx did not start:\n${said}`)
    }
    await pause(50)
  }
  const pid = Number(
    spawnSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' }).stdout,
  )
  pinned(pid)
  return {
    url,
    pid,
    stop: async () => {
      child.kill('SIGTERM')
      await exit
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
