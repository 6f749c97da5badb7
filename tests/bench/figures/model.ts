import { figureOf, type Figures } from './file.ts'
import { markdownTable, written } from './markdown.ts'

const VISITS_A_DAY = 1_000_000
/** The busiest second, as a multiple of the day's mean. */
const RUSH = 4
const SIGN_UPS_AN_HOUR = 10_000
const EDITORS = 50
/** What the Studio sends while somebody types without a pause. */
const EDITS_A_SECOND = 2
const SECONDS_A_DAY = 86_400

/**
 * What so much traffic would take, from the figures: an estimate, not a measurement. Each visit is a first one that
 * uses all of the home page. A row whose figures are missing is left out.
 */
export function modelOf(figures: Figures): string {
  const rows = [...visitors(figures), ...signUps(figures), ...pages(figures), ...editors(figures)]
  if (rows.length === 0) return ''
  const note = `An estimate from these figures, not a measurement: each visit is a first one that uses all of the home page, the busiest second has ${RUSH} × the day’s mean, and each row has the machine to itself.`
  return `${note}\n\n${markdownTable([['Load', 'Asks for', 'This machine gives', 'The limit'], ...rows])}`
}

function visitors(figures: Figures): string[][] {
  const requests = figureOf(figures, ['pages', '/ by weight', 'ours', 'requests, used'])
  const weight = figureOf(figures, ['pages', '/ by weight', 'ours', 'all, kB'])
  const home = figureOf(figures, ['serve', 'Requests a second', 'home, 64', 'ours'])
  if (requests === undefined || weight === undefined || home === undefined) return []
  const visits = (VISITS_A_DAY / SECONDS_A_DAY) * RUSH
  const megabits = (visits * weight * 8) / 1_000
  const most = ((home / requests / RUSH) * SECONDS_A_DAY) / 1_000_000
  return [
    [
      `${written(VISITS_A_DAY)} visitors a day`,
      `${written(visits * requests)} requests, ${written(megabits)} Mbit/s`,
      `${written(home)} requests a second`,
      `${written(most)} million a day; the line may be less`,
    ],
  ]
}

function signUps(figures: Figures): string[][] {
  const posts = figureOf(figures, ['api', 'Posts', 'forms API, stored durably', 'per second'])
  if (posts === undefined) return []
  const asked = (SIGN_UPS_AN_HOUR / 3_600) * RUSH
  return [
    [
      `${written(SIGN_UPS_AN_HOUR)} sign-ups an hour`,
      `${written(asked)} posts a second`,
      `${written(posts)} posts a second`,
      `${written((posts * 3_600) / RUSH)} an hour on this disk; mail and CRM go at their own pace`,
    ],
  ]
}

function pages(figures: Figures): string[][] {
  const one = figureOf(figures, ['publish', 'A publish by the size of the site', '1000 routes', 'all'])
  const all = figureOf(figures, [
    'publish',
    'All 1000 pages drawn anew',
    'a setting that every page shows',
    'all',
  ])
  if (one === undefined || all === undefined) return []
  return [
    [
      '1,000 pages',
      'a publish of one page, and of all',
      `${written(one)} ms, and ${written(all)} ms`,
      'a change that every page shows: publishes wait for it, and go together',
    ],
  ]
}

function editors(figures: Figures): string[][] {
  const table = 'Content lake in a thread of its own, as the server has it'
  const edit = figureOf(figures, ['lake', table, 'edit', '10000 documents'])
  if (edit === undefined) return []
  return [
    [
      `${EDITORS} editors, all typing`,
      `${EDITORS * EDITS_A_SECOND} edits a second`,
      `${written(1_000 / edit)}, one after another`,
      `${written(1_000 / edit / EDITS_A_SECOND)} editors typing at once, who have nothing else open`,
    ],
  ]
}
