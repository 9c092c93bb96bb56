import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { readConfig } from '#server/platform/config/config.ts'
import { finishPage } from '#server/platform/http/finish-page.ts'
import type { Site } from '#shared/site.ts'

const local = readConfig({}).site
const nothing: Site = { ...local, marketingClaims: [], parts: [] }
const placeholders = { 'https://site-url.invalid': 'https://shop.example' }

function finish(html: string, site: Partial<Site> = {}): string {
	return finishPage(html, { placeholders, site: { ...local, ...site } })
}

const page =
	'<!DOCTYPE html><html><head><title>x</title></head><body><main>' +
	'<ul><li>40 min</li><li data-marketing-claim="downloads-cv-secrets">129 <b>downloads</b></li><li data-marketing-claim="rating-cv-secrets">4.8</li></ul>' +
	'<div data-marketing-claim="testimonial-1 testimonial-2"><h2>Readers</h2><p data-marketing-claim="testimonial-1">one</p><p data-marketing-claim="testimonial-2">two</p></div>' +
	'</main></body></html>'

test('a page is unchanged if all its claims are shown', () => {
	expect(finish(page)).toBe(page)
})

test('unconfirmed claims are removed with their heading, and everything else is unchanged', () => {
	expect(finish(page, { marketingClaims: [] })).toBe(
		'<!DOCTYPE html><html><head><title>x</title></head><body><main><ul><li>40 min</li></ul></main></body></html>',
	)
})

test('React closes every element, so a claim can be removed with its content', () => {
	const picture = createElement('p', {}, createElement('img', { alt: '' }), createElement('br'))
	const claim = createElement(
		'div',
		{ 'data-marketing-claim': 'rating-cv-secrets' },
		picture,
		createElement('p', {}, '4.8'),
	)
	const row = createElement('main', {}, claim, createElement('p', {}, 'kept'))
	expect(finish(renderToStaticMarkup(row), { marketingClaims: [] })).toBe('<main><p>kept</p></main>')
})

test('a heading over several claims remains as long as one of them is shown', () => {
	const finished = finish(page, { marketingClaims: ['testimonial-2', 'rating-cv-secrets'] })
	expect(finished).toContain('<h2>Readers</h2><p data-marketing-claim="testimonial-2">two</p>')
	expect(finished).toContain('4.8')
	expect(finished).not.toMatch(/129|>one</)
})

test('a part that does not apply to this shop is removed', () => {
	const html = '<body><p data-part="vat-number">VAT __VAT_NUMBER__</p><p>kept</p></body>'
	expect(finishPage(html, { placeholders, site: nothing })).toBe('<body><p>kept</p></body>')
	const texts = { ...local.texts, 'vat-number': 'GB123456789' }
	expect(finish(html, { parts: ['vat-number'], texts })).toContain('VAT GB123456789')
})

test('no value of a setting can become markup, an attribute or a script', () => {
	const texts = { ...local.texts, 'trader-name': `Q&A "Ltd" <script>alert('1')</script> $& $1` }
	const html =
		'<meta content="__TRADER_NAME__"><p>__TRADER_NAME__</p><script type="application/ld+json">{"name":"__TRADER_NAME__"}</script>'
	const finished = finish(html, { texts })
	const escaped = 'Q&amp;A &quot;Ltd&quot; &lt;script&gt;alert(&#x27;1&#x27;)&lt;/script&gt; $&amp; $1'
	expect(finished).toContain(`<meta content="${escaped}"><p>${escaped}</p>`)
	const [, json = ''] = /ld\+json">(.*?)<\/script>/.exec(finished) ?? []
	expect(JSON.parse(json)).toEqual({ name: texts['trader-name'] })
	expect(finished.match(/<script/g)).toHaveLength(1)
})

test('the head of a page tells scripts what to show', () => {
	const [, content = ''] = /content="(.*?)"/.exec(finish('<meta name="site" content="__SITE__">')) ?? []
	const read = new URLSearchParams(content.replaceAll('&amp;', '&'))
	expect(read.get('marketing-claims')?.split(' ')).toEqual(local.marketingClaims)
	expect(read.get('parts')?.split(' ')).toEqual(local.parts)
	expect(read.get('trader-name')).toBe(local.texts['trader-name'])
})

test('a placeholder in a setting’s value is not filled in again', () => {
	const texts = {
		...local.texts,
		'trader-name': '__TRADER_EMAIL__',
		'trader-address': 'https://site-url.invalid',
	}
	expect(finish('<p>__TRADER_NAME__</p>', { texts })).toBe('<p>__TRADER_EMAIL__</p>')
})

test('removing the claims of a page takes time in proportion to its length', () => {
	const times = [700, 2_800].map((paragraphs) => {
		const long = page.replace(
			'</main>',
			`${'<p class="x">words <b>and</b> more</p>'.repeat(paragraphs)}</main>`,
		)
		// The shortest of several times, because other programs may interrupt any of them.
		return Math.min(
			...Array.from({ length: 10 }, () => {
				const began = performance.now()
				finish(long, { marketingClaims: [] })
				return performance.now() - began
			}),
		)
	})
	const [short = 0, long = 0] = times
	expect(long).toBeLessThan(10 * short)
})
