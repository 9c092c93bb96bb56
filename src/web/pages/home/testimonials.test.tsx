import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { selectFrom } from '#test/shop-state.ts'
import { loader } from './page.tsx'
import { Testimonials } from './testimonials.tsx'

function shownWith(claims: string[]): string {
	const { testimonials } = selectFrom({ claims }, loader)
	return renderToStaticMarkup(<Testimonials testimonials={testimonials} />)
}

test('only the testimonials are shown that the owner has confirmed', () => {
	const html = shownWith(['testimonial-2', 'creator-story'])
	expect(html).toContain('What readers say')
	expect(html.match(/<figcaption/g)).toHaveLength(1)
	expect(html).toContain('Tom')
	expect(shownWith(['testimonial-1', 'testimonial-2', 'testimonial-3']).match(/<figcaption/g)).toHaveLength(3)
})

test('without a confirmed testimonial, nothing is shown', () => {
	expect(shownWith(['creator-story'])).toBe('')
})
