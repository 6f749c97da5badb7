import { expect, test, vi } from 'vitest'
import { keyIn } from '../../studio/build/key.ts'

test('a key that was cut short counts as absent, and its file is named', () => {
  const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const text = `${JSON.stringify({ key: '0123456789abcdef' })}\n`
  expect(keyIn(text, 'dist/studio.json')).toBe('0123456789abcdef')
  expect(said).not.toHaveBeenCalled()
  for (let length = 0; length < text.length - 1; length += 1)
    expect(keyIn(text.slice(0, length), 'dist/studio.json')).toBeUndefined()
  for (const other of ['null', '[]', '{"key":1}', '\0\0\0\0'])
    expect(keyIn(other, 'dist/studio.json')).toBeUndefined()
  expect(said.mock.calls.every(([sentence]) => String(sentence).startsWith('dist/studio.json '))).toBe(true)
})
