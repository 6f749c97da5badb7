import { defineQuery } from 'groq'

const integrationFields = `_id, title, kind, mono, logo{crop, hotspot, "url": asset->url}`
const inputFields = `_key, tool, context, icon, text, "integration": integration->{${integrationFields}}`
const exampleFields = `_id, team, title, audit,
  inputs[]{${inputFields}},
  output{type, title, rows, blindSpot, "destination": destination->{${integrationFields}}}`
const pillarFields = `_id, title, text, claim, "step": step->{_id, title}`
const stepFields = `_id, title, text`
const groupFields = `_id, title, items`

export const settingsQuery = defineQuery(`*[_type == "settings" && _id == "settings"][0]`)
/** Nothing where the document is missing: content from before there were redirects has none. */
export const redirectsQuery = defineQuery(
  `*[_type == "redirects" && _id == "redirects"][0].rules[]{_key, from, to}`,
)

export const homeQuery = defineQuery(`*[_type == "home" && _id == "home"][0]{_id, seo}`)
export const heroQuery = defineQuery(
  `*[_type == "home" && _id == "home"][0].hero{..., inputs[]{${inputFields}}}`,
)
export const whyNowQuery = defineQuery(`*[_type == "home" && _id == "home"][0].whyNow`)
export const howItWorksQuery = defineQuery(
  `*[_type == "home" && _id == "home"][0].howItWorks{..., examples[]->{${exampleFields}}}`,
)
export const calQuery = defineQuery(`*[_type == "home" && _id == "home"][0].cal`)
export const demoQuery = defineQuery(`*[_type == "home" && _id == "home"][0].demo`)
export const featuresQuery = defineQuery(
  `*[_type == "home" && _id == "home"][0].features{..., pillars[]->{${pillarFields}}, steps[]->{${stepFields}}}`,
)
export const roiQuery = defineQuery(`*[_type == "home" && _id == "home"][0].roi`)
export const integrationsQuery = defineQuery(
  `*[_type == "home" && _id == "home"][0].integrations{..., items[]->{${integrationFields}}}`,
)
export const securityQuery = defineQuery(`*[_type == "home" && _id == "home"][0].security`)
export const faqQuery = defineQuery(
  `*[_type == "home" && _id == "home"][0].faq{..., groups[]->{${groupFields}}}`,
)
export const closingQuery = defineQuery(`*[_type == "home" && _id == "home"][0].closing`)

export const platformQuery = defineQuery(`*[_type == "platform" && _id == "platform"][0]`)
export const aboutQuery = defineQuery(`*[_type == "about" && _id == "about"][0]`)
export const contactQuery = defineQuery(`*[_type == "contact" && _id == "contact"][0]`)
export const notFoundQuery = defineQuery(`*[_type == "notFound" && _id == "notFound"][0]`)
export const legalPagesQuery = defineQuery(`*[_type == "legalPage"] | order(_id){..., "slug": slug.current}`)
/** What their parts refer to is included; hidden parts are left out. */
export const landingPagesQuery = defineQuery(`*[_type == "landingPage"] | order(_id){
  _id, title, seo, indexed, "slug": slug.current,
  "blocks": blocks[hidden != true]{
    ...,
    _type == "pictureBlock" => {picture{alt, crop, hotspot, "url": asset->url}},
    _type == "examplesBlock" => {examples[]->{${exampleFields}}},
    _type == "pillarsBlock" => {pillars[]->{${pillarFields}}},
    _type == "stepsBlock" => {steps[]->{${stepFields}}},
    _type == "integrationsBlock" => {items[]->{${integrationFields}}},
    _type == "faqBlock" => {groups[]->{${groupFields}}}
  }
}`)
