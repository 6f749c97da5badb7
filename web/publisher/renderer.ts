/* All that the built renderer does for a build, a publish and a preview: the entry of its bundle. */

export { contentSource } from '../content/client.ts'
export { documentTypes } from '../content/documents.ts'
export { holdBack } from '../content/hold-back.ts'
export { checkDrafts } from '../preview/check-drafts.ts'
export { checkRelease } from '../preview/check-release.ts'
export { openPreview } from '../preview/preview.ts'
export { releasePage } from '../preview/release-page.ts'
export { routesOf } from '../site/routes.tsx'
export { cardsOf } from './finish-release.ts'
export { createPictureMaker } from './pictures/make-pictures.ts'
export { renderWithPictures } from './pictures/render-with-pictures.ts'
export {
  finishRelease,
  publish,
  releaseFiles,
  takeRelease,
  type Published,
  type PublishInput,
} from './publish.ts'
export { readManifest } from './release/manifest.ts'
export { manifestOf } from './release/new-manifest.ts'
export { keepContents, keepRelease, lackingFiles, removeContents } from './release/replicate.ts'
export { releaseChanges } from './release/release-changes.ts'
export { currentManifest, switchRelease } from './release/switch.ts'
export { renderPage, wholePage } from './render/render-page.tsx'
export { renderSite } from './render/render-site.ts'
export { renderWithFallback } from './render/render-with-fallback.ts'
export { parseTemplate } from './render/template.ts'
