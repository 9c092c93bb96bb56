import type { HomePage } from '#shared/content/own-pages.ts'
import { CategoryCards } from './category-cards.tsx'
import { Comparison } from './comparison.tsx'
import { GetStarted } from './get-started.tsx'
import { Hero } from './hero.tsx'
import { HowItHelps } from './how-it-helps.tsx'
import { TestimonialList } from './testimonials.tsx'

/** The texts of the home page that its pieces show. */
export type HomeTexts = Omit<HomePage, 'first'>

/**
 * Renders the pieces of the home page that need no scripts. A browser loads this module only if the visitor came by a link on the
 * site (`Prerendered`).
 */
export function homePieces({ testimonials, ...texts }: HomeTexts) {
	return {
		hero: <Hero {...texts} />,
		comparison: <Comparison {...texts.comparison} />,
		guidance: (
			<>
				<CategoryCards {...texts.categories} />
				<HowItHelps {...texts.help} />
			</>
		),
		testimonials: <TestimonialList testimonials={testimonials} />,
		start: <GetStarted {...texts.start} />,
	}
}

export type HomePieces = ReturnType<typeof homePieces>
