/** Features that Playwright 1.63 switches off. Only the last such flag counts, so ours has to repeat them. */
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
 * The popup below the address bar: a page of about 200 modules that each new window loads and no test opens. It takes as
 * much CPU time as a page of the site.
 */
const POPUP = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** A spare process for the next page, which a test never gets to use. */
const SPARE = 'SpareRendererForSitePerProcess'

export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  `--disable-features=${[...PLAYWRIGHT_OFF, ...POPUP, SPARE].join()}`,
]
