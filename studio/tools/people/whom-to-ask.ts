import { defineLocaleResourceBundle, definePlugin } from 'sanity'

const ADVICE = 'Administrators can: ask one of them.'

const words = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'structure',
  resources: {
    'banners.permission-check-banner.missing-permission_create_one': `Your role <Roles/> can’t publish this document. ${ADVICE}`,
    'banners.permission-check-banner.missing-permission_create_other': `Your roles <Roles/> can’t publish this document. ${ADVICE}`,
    'banners.permission-check-banner.missing-permission_update_one': `Your role <Roles/> can’t edit this document. ${ADVICE}`,
    'banners.permission-check-banner.missing-permission_update_other': `Your roles <Roles/> can’t edit this document. ${ADVICE}`,
  },
})

/** Tells editors whom to ask about what they may not change; the Studio only says that it is closed. */
export const whomToAsk = definePlugin({ name: 'whom-to-ask', i18n: { bundles: [words] } })
