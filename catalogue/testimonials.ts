import type { z } from 'zod'
import type { testimonialSchema } from '#shared/content/own-pages.ts'

export type Testimonial = z.infer<typeof testimonialSchema>

/** Testimonials (docs/specification.md section 2). A public shop shows only those that its owner has confirmed. */
export const testimonials: readonly Testimonial[] = [
	{
		id: 'testimonial-1',
		stars: 5,
		quote: 'The page on turning a bar job into numbers changed how I wrote the whole CV.',
		name: 'Amina',
		who: 'second year, Business',
	},
	{
		id: 'testimonial-2',
		stars: 5,
		quote: 'I open the planner on Sundays. Five minutes, and I know what the week may cost.',
		name: 'Tom',
		who: 'first year, Engineering',
	},
	{
		id: 'testimonial-3',
		stars: 5,
		quote: 'Council tax, work hours, the doctor: one guide instead of a week of asking around.',
		name: 'Wei',
		who: 'international student, MSc',
	},
]
