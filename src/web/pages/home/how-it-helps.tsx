import { Section } from '#web/ui/section.tsx'

const steps = [
	{ title: 'Sign up free', text: 'A name, an email address, a password. No card, no newsletter.' },
	{
		title: 'Get curated tips and tools',
		text: 'Short guides and templates, each made for one job: the first month, the budget, the CV, the first customer.',
	},
	{
		title: 'Apply and level up',
		text: 'Fill in the template tonight, send the application tomorrow. Come back for the next one when you need it.',
	},
]

export function HowItHelps() {
	return (
		<Section title="How Headstart helps" note="About ten minutes from here to the first page.">
			<ol className="grid gap-x-10 border-t border-rule md:grid-cols-3">
				{steps.map(({ title, text }, index) => (
					<li
						key={title}
						className="grid grid-cols-[min(3.25rem,18%)_minmax(0,1fr)] border-rule py-5 not-first:border-t md:block md:not-first:border-t-0"
					>
						<span
							aria-hidden="true"
							className="figures font-display text-[2.5rem] leading-[0.85] md:text-[3.25rem] md:leading-none font-extrabold tracking-[-0.04em]"
						>
							{index + 1}
						</span>
						<div>
							<h3 className="text-subheading md:mt-3">{title}</h3>
							<p className="mt-1.5 text-[1rem] leading-normal text-soft">{text}</p>
						</div>
					</li>
				))}
			</ol>
		</Section>
	)
}
