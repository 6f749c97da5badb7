import { defineLocaleResourceBundle, definePlugin } from 'sanity'

const words = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'structure',
  resources: {
    'confirm-delete-dialog.referring-documents-descriptor.text_delete':
      '“<DocumentTitle/>” can be deleted once none of these uses it. Take it out of them and publish them first:',
    'confirm-delete-dialog.referring-documents-descriptor.text_unpublish':
      '“<DocumentTitle/>” can be unpublished once none of these uses it. Take it out of them and publish them first:',
    'confirm-delete-dialog.referential-integrity-disclaimer.text_delete': 'Until then it stays as it is.',
    'confirm-delete-dialog.referential-integrity-disclaimer.text_unpublish': 'Until then it stays as it is.',
    'confirm-delete-dialog.confirm-anyway-button.text_delete_one': 'Try to delete it',
    'confirm-delete-dialog.confirm-anyway-button.text_delete_other': 'Try to delete it',
    'confirm-delete-dialog.confirm-anyway-button.text_unpublish': 'Try to unpublish it',
    'panes.document-operation-results.operation-error_delete':
      'Not deleted: other documents use it. Take it out of them and publish them first.',
    'panes.document-operation-results.operation-error_unpublish':
      'Not unpublished: other documents use it. Take it out of them and publish them first.',
  },
})

/** Says that a document in use can't be removed; the Studio's own words suggest that it can. */
export const takingAway = definePlugin({ name: 'taking-away', i18n: { bundles: [words] } })
