/** Features that Playwright switches off, as of 1.63. Of this flag the last one counts, so ours has to repeat them. */
const PLAYWRIGHT_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'Translate',
  'AutoDeElevate',
  'OptimizationHints',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

/**
 * The popup below the address bar, a page of some 200 modules that each new window loads and no test opens: it costs
 * as much of the processor as a page of the site.
 */
const POPUP = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** A process that is kept ready for the next page: a test ends before it is needed. */
const SPARE = 'SpareRendererForSitePerProcess'

export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  `--disable-features=${[...PLAYWRIGHT_OFF, ...POPUP, SPARE].join()}`,
]
