import { defineLocaleResourceBundle, definePlugin } from 'sanity'

const ADVICE = 'Administrators can: ask one of them.'

/** The Studio's own words only say that a document is closed. */
const WHOM_TO_ASK = {
  'banners.permission-check-banner.missing-permission_create_one': `Your role <Roles/> can’t publish this document. ${ADVICE}`,
  'banners.permission-check-banner.missing-permission_create_other': `Your roles <Roles/> can’t publish this document. ${ADVICE}`,
  'banners.permission-check-banner.missing-permission_update_one': `Your role <Roles/> can’t edit this document. ${ADVICE}`,
  'banners.permission-check-banner.missing-permission_update_other': `Your roles <Roles/> can’t edit this document. ${ADVICE}`,
}

const LINKS_GO_ON =
  'What one of them shows stays as it is. A page that they only link to goes: links to it then lead where you lead its visitors, or are links no more.'

/**
 * The Studio's own words suggest that a document in use can be removed. It shows them for links to a landing page, too,
 * which don't keep it.
 */
const IN_USE = {
  'confirm-delete-dialog.referring-documents-descriptor.text_delete':
    '“<DocumentTitle/>” can be deleted once none of these shows it. Take it out of them and publish them first:',
  'confirm-delete-dialog.referring-documents-descriptor.text_unpublish':
    '“<DocumentTitle/>” can be unpublished once none of these shows it. Take it out of them and publish them first:',
  'confirm-delete-dialog.referential-integrity-disclaimer.text_delete': LINKS_GO_ON,
  'confirm-delete-dialog.referential-integrity-disclaimer.text_unpublish': LINKS_GO_ON,
  'confirm-delete-dialog.confirm-anyway-button.text_delete_one': 'Try to delete it',
  'confirm-delete-dialog.confirm-anyway-button.text_delete_other': 'Try to delete it',
  'confirm-delete-dialog.confirm-anyway-button.text_unpublish': 'Try to unpublish it',
  'panes.document-operation-results.operation-error_delete':
    'Not deleted: other documents use it. Take it out of them and publish them first.',
  'panes.document-operation-results.operation-error_unpublish':
    'Not unpublished: other documents use it. Take it out of them and publish them first.',
}

/** The Studio's own words name the operation as its code does. */
const FAILED = {
  'panes.document-operation-results.operation-error_discardChanges': 'Not discarded. Try again.',
  'panes.document-operation-results.operation-error_duplicate': 'Not duplicated. Try again.',
  'panes.document-operation-results.operation-error_restore': 'Not restored. Try again.',
}

const words = [
  defineLocaleResourceBundle({
    locale: 'en-US',
    namespace: 'structure',
    // The Studio has this one elsewhere than it looks for it, and screen readers hear its key.
    resources: { ...WHOM_TO_ASK, ...IN_USE, ...FAILED, 'changes.action.close-label': 'Close history' },
  }),
  // Of this one the Studio has only the key.
  defineLocaleResourceBundle({
    locale: 'en-US',
    namespace: 'studio',
    resources: { 'new-document.new-document': 'New document' },
  }),
  // Of an address that is empty, the Studio itself says “Required” below our own sentence.
  defineLocaleResourceBundle({
    locale: 'en-US',
    namespace: 'validation',
    resources: { 'generic.required': 'This is empty: fill it in.' },
  }),
]

/** Says what to do in place of the Studio's own words that don't. */
export const studioWords = definePlugin({ name: 'studio-words', i18n: { bundles: words } })
