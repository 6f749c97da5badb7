import { defineField, type FieldDefinition } from '@sanity/types'
import { LINK_FORMS } from '../../../web/content/link.ts'
import { line, list } from '../fields.ts'
import { checkLink, checkLinkedPage, linkedPage, placeRules } from '../link-field.ts'

interface Action {
  leads?: string
}

/** The buttons of a part: the first is filled, the second a link. */
export function actions(): FieldDefinition<'array'> {
  const field = list('actions', 'Buttons', {
    name: 'action',
    title: 'Button',
    fields: [
      line('label', 'Label', { max: 30 }),
      defineField({
        name: 'leads',
        title: 'Leads to',
        type: 'string',
        initialValue: 'waitlist',
        options: {
          list: [
            { title: 'The waitlist popup', value: 'waitlist' },
            { title: 'The demo popup', value: 'demo' },
            { title: 'A page or address', value: 'link' },
          ],
          layout: 'radio',
        },
        validation: (rule) => rule.required().error('Choose what the button does.'),
      }),
      defineField({
        name: 'href',
        title: 'Page or address',
        type: 'string',
        options: { link: LINK_FORMS, movesAlong: true },
        description:
          'A path of this site such as /contact, a place on this page such as #faq, or a full address.',
        // Stays in sight while it has a value: that is checked, and must be removable once the button leads elsewhere.
        hidden: ({ parent, value }) => (parent as Action | undefined)?.leads !== 'link' && !value,
        validation: (rule) => [
          rule.custom((value, { parent }) =>
            (parent as Action | undefined)?.leads === 'link' && !value
              ? 'Page or address is empty. Write where the button leads.'
              : checkLink(value),
          ),
          ...placeRules(rule),
          rule.custom(async (_, context) => checkLinkedPage(context)).warning(),
        ],
      }),
      linkedPage(),
    ],
    preview: ['label', 'leads'],
  })
  return {
    ...field,
    validation: (rule) => [rule.max(2).error('There is room for two buttons. Remove the others.')],
  }
}
