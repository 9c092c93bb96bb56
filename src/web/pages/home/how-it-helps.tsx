import type { HomePage } from '#shared/content/own-pages.ts'
import { Section } from '#web/ui/section.tsx'
import { ProductLinks } from './product-links.tsx'

export function HowItHelps({ title: heading, note, steps, answers }: HomePage['help']) {
	return (
		<Section brief title={heading} note={note}>
			<ol className="grid gap-x-10 border-t border-rule md:grid-cols-3">
				{steps.map(({ title, text }, index) => (
					<li
						key={title}
						className="grid grid-cols-[min(2.5rem,18%)_minmax(0,1fr)] border-rule py-2.5 not-first:border-t sm:py-5 md:block md:not-first:border-t-0"
					>
						<span
							aria-hidden="true"
							className="figures font-display text-[2rem] leading-[0.85] font-extrabold tracking-[-0.04em] md:text-[3.25rem] md:leading-none"
						>
							{index + 1}
						</span>
						<div>
							<h3 className="text-[1.0625rem] leading-snug sm:text-subheading md:mt-3">{title}</h3>
							<p className="mt-1 text-label leading-snug text-soft sm:mt-1.5 sm:text-[1rem] sm:leading-normal">
								{text}
							</p>
						</div>
					</li>
				))}
			</ol>
			<ProductLinks answers={answers} />
		</Section>
	)
}
