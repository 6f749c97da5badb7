import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { botCheckFailed, botCheckUnreachable } from '../../../api/contract/problems.ts'
import { recaptcha } from '../../../api/forms/recaptcha.ts'
import { listenHere } from '../../support/listen.ts'

const right = { success: true, action: 'submit', hostname: 'example.com', score: 0.9 }

/** A stand-in for Google that answers with `answer`, or never where there is none; keeps what it was asked. */
async function verifier(answer: unknown) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    request.on('data', (chunk) => asked.push(String(chunk)))
    if (answer !== undefined) request.on('end', () => response.end(JSON.stringify(answer)))
  })
  const check = recaptcha({
    secretKey: 's3cret',
    minScore: 0.5,
    hostnames: ['example.com'],
    endpoint: `${await listenHere(server)}/`,
  })
  return { asked, check }
}

test('a good answer passes, and its token names the proof', async () => {
  const { asked, check } = await verifier(right)
  expect(await check.verify('token-1')).toMatch(/^\S{43}$/u)
  expect(asked.join('')).toBe('secret=s3cret&response=token-1')
})

test.each([
  ['a refusal', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
  ['another action', { ...right, action: 'login' }],
  ['another site', { ...right, hostname: 'evil.example' }],
  ['a low score', { ...right, score: 0.4 }],
  ['no score', { ...right, score: undefined }],
])('%s is refused', async (_, answer) => {
  const { check } = await verifier(answer)
  await expect(check.verify('token')).rejects.toMatchObject({ problem: botCheckFailed })
})

test.each([
  ['a wrong secret', { success: false, 'error-codes': ['invalid-input-secret'] }],
  ['an answer of another kind', 'nonsense'],
  ['silence', undefined],
])('%s is no pass and no refusal: the verifier is unreachable', async (_, answer) => {
  const { check } = await verifier(answer)
  await expect(check.verify('token')).rejects.toMatchObject({ problem: botCheckUnreachable })
})
