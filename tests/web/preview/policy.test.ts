import { expect, test } from 'vitest'
import { LIVE_POLICY, STILL_POLICY } from '../../../web/preview/policy.ts'
import { firstPaintScript, speculationRules, styledScript } from '../../../web/site/inline-scripts.ts'
import { contentSecurityPolicy, sourceOf } from '../../../web/site/policy.ts'

/** The hashes that scripts may run by. */
function hashes(policy: string): string[] {
  const scripts = policy.split(';').find((rule) => rule.startsWith('script-src'))
  return scripts?.match(/'sha256-[^']+'/g) ?? []
}

test('names the inline scripts that the code knows, and no other', () => {
  const [long, short] = [true, false].map((isLong) => sourceOf(firstPaintScript({ long: isLong })))
  const page = contentSecurityPolicy({ styles: ['a{}'], long: false, hasStyleSheet: false, recaptcha: false })
  expect(hashes(page)).toEqual([short, sourceOf(speculationRules)])
  expect(hashes(LIVE_POLICY)).toEqual([long, short])
  expect(page).not.toMatch(/style-src[^;]*'self'/u)
  const split = contentSecurityPolicy({ styles: [], long: true, hasStyleSheet: true, recaptcha: false })
  expect(split).toContain("style-src 'self' 'sha256-")
  expect(hashes(split)).toEqual([long, sourceOf(speculationRules), sourceOf(styledScript)])
  expect(STILL_POLICY).toContain("script-src 'none'")
  for (const policy of [page, LIVE_POLICY, STILL_POLICY]) expect(policy).not.toMatch(/script-src[^;]*unsafe/)
})

test.each([LIVE_POLICY, STILL_POLICY])('lets no text become script, and no form be sent', (policy) => {
  expect(policy).toContain("require-trusted-types-for 'script';trusted-types bot-check bot-check-loader")
  for (const rule of ["default-src 'none'", "form-action 'none'", "base-uri 'none'"])
    expect(policy).toContain(rule)
})
