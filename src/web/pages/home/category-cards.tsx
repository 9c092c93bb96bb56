import { Link } from 'react-router'
import type { Category } from '#shared/catalogue-schema.ts'
import { categoryPath } from '#shared/categories.ts'
import type { HomePage } from '#shared/content/own-pages.ts'
import { categoryFill } from '#web/products/category-colours.tsx'
import { useShelf } from '#web/site/use-shelf.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Section } from '#web/ui/section.tsx'

export function CategoryCards({ title, note, cards }: HomePage['categories']) {
	return (
		<Section brief title={title} note={note}>
			<ul className="grid grid-cols-2 border-t border-rule sm:grid-cols-4">
				{cards.map(({ category, text }) => (
					<li
						key={category}
						className="border-rule max-sm:odd:*:pl-0 max-sm:even:border-l max-sm:nth-[n+3]:border-t sm:not-first:border-l sm:first:*:pl-0"
					>
						<CategoryCard category={category} text={text} />
					</li>
				))}
			</ul>
		</Section>
	)
}

function CategoryCard({ category, text }: { category: Category; text: string }) {
	const guides = useShelf().filter((product) => product.category === category)
	const ready = guides.filter((product) => !product.comingSoon).length
	return (
		<Link to={categoryPath(category)} className="group flex h-full flex-col px-4 pb-4 sm:p-5 sm:pt-0">
			<span aria-hidden="true" className={`mb-2 h-9 w-6 sm:mb-4 ${categoryFill[category]} tab-end`} />
			<span className="flex items-center gap-1.5 font-display text-[1rem] font-bold tracking-[-0.018em] underline-offset-4 group-hover:underline sm:text-subheading">
				{category}
				<Icon
					name="arrowRight"
					size={18}
					className="text-press transition-transform group-hover:translate-x-1 max-sm:hidden"
				/>
			</span>
			<span className="mt-1.5 grow text-[1rem] leading-snug text-soft max-sm:hidden">{text}</span>
			<span className="figures mt-1 font-display text-note text-soft sm:mt-4">
				{shelfWords(ready, guides.length).map((words) => (
					<span key={words} className="block">
						{words}
					</span>
				))}
			</span>
		</Link>
	)
}

/** Returns how many guides a category has, such as "2 to read" and "1 coming". */
function shelfWords(ready: number, all: number): string[] {
	const coming = all - ready
	return [ready > 0 ? `${ready} to read` : '', coming > 0 ? `${coming} coming` : ''].filter(Boolean)
}
