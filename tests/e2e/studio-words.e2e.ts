import type { Locator, Page } from '@playwright/test'
import { test } from './support/open-studio.ts'
import { expect, goTo, openDocument, studioIsBuilt } from './support/studio.ts'

test.beforeAll(async ({ baseURL }) => studioIsBuilt(baseURL ?? ''))

function block(text: string, href?: string) {
  const marks = href === undefined ? [] : ['l']
  const markDefs = href === undefined ? [] : [{ _type: 'link', _key: 'l', href }]
  const children = [{ _type: 'span', _key: 's', text, marks }]
  return { _type: 'block', _key: 'b', style: 'normal', markDefs, children }
}

/** Opens a document and what the Studio finds wrong with it. */
async function openFindings(page: Page, type: string, id?: string): Promise<void> {
  await openDocument(page, type, id)
  await page.getByRole('button', { name: /validation/i }).click()
}

/** A sentence as it is read: the marks beside fields keep theirs out of sight. */
function told(page: Page, sentence: string): Locator {
  return page.getByText(sentence).filter({ visible: true }).first()
}

test('says of each wrong thing what is wrong with it', async ({ page, lake }) => {
  const long = { _type: 'faqItem', _key: 'long', question: 'x'.repeat(121), answer: [block('Yes, {brnad}.')] }
  const lost = { _type: 'faqItem', _key: 'lost', question: 'Where?', answer: [block('Here', '/nope-page')] }
  const none = { _type: 'faqItem', _key: 'none', answer: [block('There', 'javascript:alert(1)')] }
  const group = await lake.plant({ _type: 'faqGroup', title: 'Ours', items: [long, lost, none] })
  await openFindings(page, 'faqGroup', group)
  for (const sentence of [
    'Keep this to 120 characters: the design has room for no more.',
    '{brnad} stands for nothing here. Did you mean {brand}?',
    '/nope-page is no page of this site. Choose one, such as /contact.',
    'Question is empty. Write a line here.',
    '“javascript:alert(1)” is no link for this site.',
  ])
    await expect(told(page, sentence)).toBeVisible()
  await expect(page.getByText(/^Answer is empty/)).toHaveCount(0)
  await expect(page.getByTestId('action-publish')).toBeDisabled()
})

test('says so for lists and addresses, too', async ({ page, lake }) => {
  const empty = await lake.plant({ _type: 'faqGroup', title: 'Ours', items: [] })
  await openFindings(page, 'faqGroup', empty)
  await expect(told(page, '“Questions” needs at least one item.')).toBeVisible()

  const unnamed = { _id: 'drafts.nowhere', _type: 'landingPage', title: '春のキャンペーン' }
  await lake.client.createOrReplace(unnamed)
  await openFindings(page, 'landingPage', 'nowhere')
  const address =
    'Address is empty. Write one such as spring-webinar, or press “Generate” if the name is in Latin letters.'
  await expect(told(page, address)).toBeVisible()
  await expect(told(page, 'This is empty: fill it in.')).toBeVisible()
  await expect(page.getByText('Required', { exact: true })).toHaveCount(0)
  await lake.client.delete(unnamed._id)

  const rule = { _type: 'redirect', _key: 'r', from: 'old', to: 'http://x.example' }
  const draft = { _id: 'drafts.redirects', _type: 'redirects', rules: [rule] }
  await lake.client.createOrReplace(draft)
  await openFindings(page, 'redirects')
  await expect(told(page, '“old” is no path of this site.')).toBeVisible()
  await expect(told(page, '“http://x.example” is neither a path')).toBeVisible()
  await expect(page.getByText('Write where it leads.')).toHaveCount(0)
  await lake.client.delete(draft._id)
})

test('counts the characters of a field that has a bound', async ({ page, lake }) => {
  const id = await lake.plant({ _type: 'step', title: 'Check', text: 'Look.' })
  await openDocument(page, 'step', id)
  const field = page.getByTestId('field-title')
  await expect(field).toContainText('5 of 20')
  const title = field.getByRole('textbox')
  await expect(title).toHaveAccessibleDescription(/5 of 20/)
  await title.fill('x'.repeat(21))
  await expect(field).toContainText('21 of 20')
})

/** Pastes HTML, as another program put it on the clipboard, into the rich text that is being written. */
async function paste(editor: Locator, html: string): Promise<void> {
  await editor.click()
  await editor.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
}

test('words pasted from Word and Google Docs stay apart, and links lead where they led', async ({
  page,
  lake,
}) => {
  const terms = await lake.client.getDocument('legal-tos')
  const draft = { _type: 'legalPage', ...terms, _id: 'drafts.legal-tos', body: [block('')] }
  await lake.client.createOrReplace(draft)
  await openDocument(page, 'legal-tos')
  const editor = page.getByTestId('field-body').getByRole('textbox').first()
  await paste(
    editor,
    "<p class=MsoNormal>One sentence.<span style='mso-spacerun:yes'>&nbsp; </span>Two <b>bold<span " +
      "style='mso-spacerun:yes'> </span></b>three.<span style='mso-tab-count:1'>     </span>Docu&shy;ment " +
      '<a href="https://www.google.com/url?q=https://cal.example/a?b%3Dc&amp;sa=D">cal</a> ' +
      '<del cite="mailto:A">struck</del><a class=msocomanchor href="#_msocom_1">[A1]</a>' +
      '<a href="#_Toc1">contents</a> <a href="file:///C:/x.docx">file</a> <a href="https://example.com/">kept</a></p>' +
      "<div style='mso-element:comment-list'><p class=MsoCommentText>A comment</p></div>",
  )
  interface Answer {
    children: { text: string; marks: string[] }[]
    markDefs: { _key: string; href: string }[]
  }
  const stored = async () => {
    const [answer] = await lake.client.fetch<[Answer]>('*[_id == $id][0].body', { id: draft._id })
    const addresses = new Map(answer.markDefs.map(({ _key, href }) => [_key, href]))
    return answer.children.map(({ text, marks: [mark = ''] }) => [text, addresses.get(mark) ?? mark])
  }
  await expect.poll(stored).toEqual([
    ['One sentence. Two ', ''],
    ['bold ', 'strong'],
    ['three. Document ', ''],
    ['cal', 'https://cal.example/a?b=c'],
    [' contents file ', ''],
    ['kept', 'https://example.com/'],
  ])

  await lake.client.createOrReplace(draft)
  await expect(editor).not.toContainText('One sentence.')
  await paste(
    editor,
    '<b id="docs-internal-guid-1"><p><span>One line</span><span><br></span><span>and one</span></p><table><tr>' +
      '<td><p><span style="font-weight:700">Plan</span></p></td><td><p><span>A price</span></p></td></tr></table></b>',
  )
  const lines = '*[_id == $id][0].body[].children[]{text, "marks": array::join(marks, " ")}'
  await expect
    .poll(() => lake.client.fetch(lines, { id: draft._id }))
    .toEqual([
      { text: 'One line\nand one', marks: '' },
      { text: 'Plan', marks: 'strong' },
      { text: ': A price', marks: '' },
    ])
  await lake.client.delete(draft._id)
})

test('words stay apart that Firefox copied without their paragraph', async ({ page, lake }) => {
  const terms = await lake.client.getDocument('legal-tos')
  const draft = { _type: 'legalPage', ...terms, _id: 'drafts.legal-tos', body: [block('')] }
  await lake.client.createOrReplace(draft)
  await openDocument(page, 'legal-tos')
  await paste(
    page.getByTestId('field-body').getByRole('textbox').first(),
    '<a href="/about">About</a> <b>us</b>\n<i>both</i> and more',
  )
  const stored = () => lake.client.fetch('*[_id == $id][0].body[].children[].text', { id: draft._id })
  await expect.poll(stored).toEqual(['About', ' ', 'us', ' ', 'both', ' and more'])
  await lake.client.delete(draft._id)
})

test('a link is chosen from the pages and sections, or written', async ({ page, lake }) => {
  const item = { _type: 'faqItem', _key: 'q', question: 'Where?', answer: [block('Here', '/contact')] }
  const id = await lake.plant({ _type: 'faqGroup', title: 'Ours', items: [item] })
  const stored = () =>
    lake.client.fetch<string>('*[_id == $id][0].items[0].answer[0].markDefs[0].href', { id: `drafts.${id}` })
  const path = 'items[_key=="q"].answer[_key=="b"].markDefs[_key=="l"].href'
  await goTo(page, `/studio/intent/edit/id=${id};type=faqGroup;path=${encodeURIComponent(path)}/`)
  const link = page.getByRole('combobox')
  await expect(link).toHaveValue('/contact')
  await expect(page.getByText('Leads to Contact')).toBeVisible()

  await link.fill('priv')
  await page.getByRole('button', { name: 'Privacy policy' }).click()
  await expect.poll(stored).toBe('/privacy')
  await link.fill('meet')
  await link.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(stored).toBe('/#cal')
  await expect(page.getByText('Leads to Home › Meet CAL')).toBeVisible()
  await link.fill('https://www.example.com/terms')
  await expect.poll(stored).toBe('https://www.example.com/terms')

  // A spreadsheet gives a cell as a table, too.
  await page.context().grantPermissions(['clipboard-write'])
  await link.fill('')
  await page.evaluate(async (address) => {
    const cell = `<table><tr><td>${address}</td></tr></table>`
    const kinds = {
      'text/plain': new Blob([address], { type: 'text/plain' }),
      'text/html': new Blob([cell], { type: 'text/html' }),
    }
    await navigator.clipboard.write([new ClipboardItem(kinds)])
  }, 'https://www.example.com/pasted')
  await link.press('ControlOrMeta+V')
  await expect.poll(stored).toBe('https://www.example.com/pasted')
})

test('names for screen readers what the Studio itself names by a key', async ({ page, lake }) => {
  const group = await lake.plant({ _type: 'faqGroup', title: 'Ours', items: [] })
  await openDocument(page, 'faqGroup', group)
  await page.getByTestId('pane-context-menu-button').click()
  await page.getByRole('menuitem', { name: /history/iu }).click()
  await page.getByRole('button', { name: 'Close history' }).click()
  await page.getByTestId('new-document-button').click()
  await expect(page.getByRole('listbox', { name: 'New document' })).toBeVisible()
  await page.keyboard.press('Escape')
})
