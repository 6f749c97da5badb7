import { defineLocaleResourceBundle, definePlugin } from 'sanity'
import { PICTURE_FORMATS } from '../../../api/contract/pictures.ts'
import { withCheckedUploads } from './checked-uploads.ts'
import { PictureInput } from './picture-input.tsx'

const FAILED = 'The file was not uploaded'
const ADVICE = `Upload a ${PICTURE_FORMATS} file, or try again in a moment.`
const WRONG_KIND = `Only ${PICTURE_FORMATS} files can be uploaded here. Not uploaded:`

/** The Studio's messages about files, in editors' terms. */
const words = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'studio',
  resources: {
    'asset-sources.common.uploader.upload-failed.title': FAILED,
    'asset-sources.common.uploader.upload-failed.description': ADVICE,
    'inputs.image.upload-error.title': FAILED,
    'inputs.image.upload-error.description': ADVICE,
    'inputs.array.error.cannot-upload-unable-to-convert_one': WRONG_KIND,
    'inputs.array.error.cannot-upload-unable-to-convert_other': WRONG_KIND,
  },
})

/** Checks pictures when they are chosen, and refuses them in plain words. */
export const pictures = definePlugin({
  name: 'pictures',
  form: {
    components: { input: PictureInput },
    image: { assetSources: (sources) => sources.map(withCheckedUploads) },
  },
  i18n: { bundles: [words] },
})
