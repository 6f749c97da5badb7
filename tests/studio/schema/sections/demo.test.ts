import { expect, test } from 'vitest'
import { edited, launchDocuments } from '../../../support/launch-content.ts'
import { formFindings } from '../form-findings.ts'

test('the redline of the demo has numbers of notes that are there', async () => {
  const launch = launchDocuments()
  const demo = launch.get('home')?.['demo'] as { notes: string[]; redline: object[] }
  const findings = async (note: number) => {
    const [passage, ...rest] = demo.redline
    const redline = [{ ...passage, note }, ...rest]
    const home = edited(launch, 'home', { demo: { ...demo, redline } }).get('home')
    const found = home ? await formFindings(home) : []
    return found.filter(({ path }) => path === 'demo.redline..note').map(({ message }) => message)
  }
  expect(await findings(demo.notes.length)).toEqual([])
  expect(await findings(7)).toEqual([
    `There is no note 7. The notes are counted from 1 to ${demo.notes.length}.`,
  ])
})

test('a passage of the redline may be a space, and its names in braces stand for something', async () => {
  const launch = launchDocuments()
  const demo = launch.get('home')?.['demo'] as { redline: object[] }
  const findings = async (text: string) => {
    const [passage, ...rest] = demo.redline
    const redline = [{ ...passage, text }, ...rest]
    const home = edited(launch, 'home', { demo: { ...demo, redline } }).get('home')
    const found = home ? await formFindings(home) : []
    return found.filter(({ path }) => path === 'demo.redline..text').map(({ message }) => message)
  }
  expect(await findings(' ')).toEqual([])
  expect(await findings('{brand} ')).toEqual([])
  expect(await findings('{barnd}')).toEqual(['{barnd} stands for nothing here. Did you mean {brand}?'])
})
