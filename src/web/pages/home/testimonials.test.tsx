import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { loaderArguments } from '#test/loader-arguments.ts'
import { selectFrom } from '#test/shop-state.ts'
import { loader } from './page.tsx'
import { TestimonialList } from './testimonials.tsx'

function selectedWith(claims: string[]) {
	return selectFrom({ claims }, () => loader(loaderArguments('/')))
}

function shownWith(claims: string[]): string {
	const { testimonials = [] } = selectedWith(claims).texts ?? {}
	return renderToStaticMarkup(<TestimonialList testimonials={testimonials} />)
}

test('only the testimonials are shown that the owner has confirmed', () => {
	const html = shownWith(['testimonial-2', 'creator-story'])
	expect(html.match(/<figcaption/g)).toHaveLength(1)
	expect(html).toContain('Tom')
	expect(shownWith(['testimonial-1', 'testimonial-2', 'testimonial-3']).match(/<figcaption/g)).toHaveLength(3)
})

test('without a confirmed testimonial, nothing is shown', () => {
	expect(selectedWith(['creator-story']).hasTestimonials).toBe(false)
	expect(selectedWith(['testimonial-2']).hasTestimonials).toBe(true)
})
