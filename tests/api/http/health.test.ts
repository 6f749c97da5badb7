import { expect, onTestFinished, test, vi } from 'vitest'
import { createReadiness } from '../../../api/http/health.ts'

test('a check that throws at once fails like one that rejects', async () => {
  const ready = createReadiness({
    mail: () => {
      throw new Error('bug')
    },
  })
  expect(await ready()).toEqual({ mail: 'failing' })
})

test('dependencies are asked again where the clock was set back', async () => {
  let asked = 0
  const check = async () => {
    asked += 1
  }
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const ready = createReadiness({ store: check }, { keptMs: 20 })
  await ready()
  vi.setSystemTime(Date.now() - 3_600_000)
  await new Promise((resolve) => setTimeout(resolve, 40))
  await ready()
  expect(asked).toBe(2)
})
