import { expect, test } from 'vitest'
import { html } from '#app/html.ts'

test('an interpolated value is escaped in an attribute and between tags', () => {
  const evil = `"><script>alert('x')</script>&amp;`
  const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;'
  expect(html`<p title="${evil}">${evil}</p>`.__html).toBe(`<p title="${escaped}">${escaped}</p>`)
})

test('nested markup is inserted unescaped, but not an object that only looks like markup', () => {
  expect(html`<p>${html`<b>${1}</b>`}</p>`.__html).toBe('<p><b>1</b></p>')
  // As a server's response might contain it.
  const lookalike: string = JSON.parse('{"__html":"<b>"}')
  expect(html`<p>${lookalike}</p>`.__html).toBe('<p>[object Object]</p>')
})

test('characters beyond Latin-1 become character references, the rest stays as it is', () => {
  expect(html`<p title="${'5″ – naïve'}">${'ঢাকা 💻…'}</p>`.__html).toBe(
    '<p title="5&#8243; &#8211; naïve">&#2466;&#2494;&#2453;&#2494; &#128187;&#8230;</p>',
  )
})
