import type { InitialValueResolverContext } from '@sanity/types'
import type { Template } from 'sanity'
import { shownOnHome } from './shown-on-home.ts'

type Block = { _type: string; _key: string } & Record<string, unknown>

const call: Block = {
  _type: 'callBlock',
  _key: 'call',
  title: 'Put your work on the record.',
  actions: [{ _type: 'action', _key: 'join', label: 'Get Early Access', leads: 'waitlist' }],
}

const questions = shownOnHome('faqGroup')

function template(id: string, title: string, blocks: Block[], { indexed = true } = {}): Template {
  const value = async (_: unknown, context: InitialValueResolverContext) => ({
    indexed,
    blocks: await Promise.all(
      blocks.map(async (block) =>
        block._type === 'faqBlock' ? { ...block, groups: await questions(undefined, context) } : block,
      ),
    ),
  })
  return { id, title, schemaType: 'landingPage', value }
}

/** What a new landing page can begin as. What only the editor knows is left empty, so that the form asks for it. */
export const landingTemplates: Template[] = [
  template('landing-webinar', 'Webinar', [
    {
      _type: 'heroBlock',
      _key: 'opening',
      actions: [{ _type: 'action', _key: 'join', label: 'Save your seat', leads: 'waitlist' }],
    },
    { _type: 'textBlock', _key: 'about', label: 'Webinar', title: 'What you will see' },
    { _type: 'tilesBlock', _key: 'topics', label: 'Topics', title: 'On the agenda' },
    { _type: 'quoteBlock', _key: 'speaker' },
    call,
  ]),
  template('landing-comparison', 'Comparison', [
    { _type: 'heroBlock', _key: 'opening' },
    {
      _type: 'comparisonBlock',
      _key: 'comparison',
      label: 'Side by side',
      title: 'What differs',
      columns: ['{brand}', 'Without it'],
    },
    { _type: 'calculatorBlock', _key: 'calculator' },
    { _type: 'faqBlock', _key: 'questions' },
    call,
  ]),
  template(
    'landing-thanks',
    'Thank you',
    [
      {
        _type: 'heroBlock',
        _key: 'opening',
        title: 'Thank you.',
        actions: [{ _type: 'action', _key: 'home', label: 'Back to the site', leads: 'link', href: '/' }],
      },
      { _type: 'tilesBlock', _key: 'next', label: 'Next', title: 'What happens now' },
    ],
    { indexed: false },
  ),
]
