import { execFileSync, spawnSync } from 'node:child_process'
import path from 'node:path'

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** Writes a certificate for localhost that is signed by itself into a folder. */
export function newCertificate(folder: string): { key: string; certificate: string } {
  const [key, certificate] = [path.join(folder, 'localhost.key'), path.join(folder, 'localhost.pem')]
  const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', ['req', ...made, ...names, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  })
  return { key, certificate }
}
