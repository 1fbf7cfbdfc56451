import type { Page } from '@playwright/test'

/** No other selector is unknown to Chromium in the way that this one is to a browser without popovers. */
const UNKNOWN = ':not-known-open'
/** Not the class of that name, by which the stand-in marks what is open. */
const POPOVER_OPEN = /(?<!\\):popover-open/g

/**
 * What Chromium's own style sheet says of popovers, taken back below all that the shop's styles say; and the shade, which
 * backdrops do not have from the page.
 */
const OLDER = `@layer older {
  [popover] {
    display: block; position: static; inset: auto; width: auto; height: auto; margin: 0; padding: 0; border: 0;
    overflow: visible; background: none; color: inherit;
  }
  ::backdrop { --color-shade: initial }
}`

/**
 * Takes from a page's browser what those do not have that the build is still made for (the first are Chrome 111, Firefox
 * 114 and Safari 16.4), as far as the shop uses it: `URLSearchParams.size`, `URL.canParse`, the page's variables in
 * backdrops, and popovers, with their attributes and selector. Where the browser is that old this changes nothing: in a
 * Chromium 112 the same holds, which besides warns of an attribute that it does not know. What other engines lack, or how
 * an older browser draws, it does not show.
 */
export async function makeOlder(page: Page): Promise<void> {
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch()
    const css = (await response.text()).replace(POPOVER_OPEN, UNKNOWN)
    await route.fulfill({ response, body: OLDER + css })
  })
  await page.addInitScript(
    ({ source, unknown }) => {
      const forget = (from: object, ...names: string[]) => {
        for (const name of names) Reflect.deleteProperty(from, name)
      }
      forget(URL, 'canParse')
      forget(URLSearchParams.prototype, 'size')
      forget(HTMLElement.prototype, 'popover', 'showPopover', 'hidePopover', 'togglePopover')
      forget(HTMLButtonElement.prototype, 'popoverTargetElement', 'popoverTargetAction')
      // The attribute does nothing: this is heard last, after all that a page hears.
      addEventListener('click', (event) => {
        if ((event.target as Element).closest('[popovertarget]')) event.preventDefault()
      })
      for (const { prototype } of [Document, Element])
        for (const name of ['querySelector', 'querySelectorAll', 'matches', 'closest']) {
          const own = Reflect.get(prototype, name)
          if (!own) continue
          const older = function (this: Node, selector: string) {
            return own.call(this, selector.replace(new RegExp(source, 'g'), unknown))
          }
          Reflect.set(prototype, name, older)
        }
    },
    { source: POPOVER_OPEN.source, unknown: UNKNOWN },
  )
}
