import type { Page } from '@playwright/test'

/** Chromium does not know this selector, just as a browser without popovers does not know `:popover-open`. */
const UNKNOWN = ':not-known-open'
/** Not the class of that name, with which the polyfill marks open popovers. */
const POPOVER_OPEN = /(?<!\\):popover-open/g

/**
 * Undoes Chromium's own styles for popovers, in a layer below all of the shop's styles; and the shade, since backdrops
 * do not inherit it from the page.
 */
const OLDER = `@layer older {
  [popover] {
    display: block; position: static; inset: auto; width: auto; height: auto; margin: 0; padding: 0; border: 0;
    overflow: visible; background: none; color: inherit;
  }
  ::backdrop { --color-shade: initial }
}`

/**
 * Removes from a page's browser what some browsers lack that the build supports (the oldest are Chrome 111, Firefox 114
 * and Safari 16.4), as far as the shop uses it: `URLSearchParams.size`, `URL.canParse`, the page's variables in
 * backdrops, and popovers, with their attributes and selector. In a browser that old this changes nothing: in a
 * Chromium 112 the same holds, which besides warns of an attribute that it does not know. It does not show what other
 * engines lack, or how an older browser renders.
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
      // Makes the attribute do nothing: this listener runs last, after all of the page's.
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
