import { Section } from '#web/ui/section.tsx'

/** Lines from the guide itself, chapters "Evidence lines" and "When nothing was measured". */
const examples = [
	{
		before: 'Babysitting and tutoring.',
		after:
			'Tutored two GCSE pupils in maths weekly for a year, planning each lesson from the last week’s mistakes; both rose two grades.',
		why: 'Small and private work is real work. It needs a person who gained from it.',
	},
	{
		before: 'Knowledge of Python, Java, HTML, CSS, C++ and SQL.',
		after:
			'Wrote a timetable checker in Python that 140 students on my course use; it reads the public calendar each night and warns of clashes. 60 tests, code on request.',
		why: 'Six names of languages prove less than one thing that strangers use.',
	},
	{
		before: 'Wrote a dissertation on trade in the eighteenth century.',
		after:
			'Read 400 customs entries in difficult handwriting, turned them into a table and showed that a third of one port’s trade went unrecorded. 11,000 words, mark 72.',
		why: 'Archive work is data work. Name the skill that the job will pay for.',
	},
] as const

export function BeforeAfter() {
	return (
		<Section title="Before and after" note="Three lines out of the guide. Nothing is invented in the second version; it was only asked for.">
			<ul className="border-t border-rule">
				{examples.map(({ before, after, why }) => (
					<li key={before} className="grid gap-x-8 gap-y-4 border-b border-rule py-6 sm:grid-cols-[2fr_3fr] xl:grid-cols-[2fr_3fr_11rem]">
						<p>
							<span className="block font-display text-note font-semibold text-soft">Before</span>
							{before}
						</p>
						<p>
							<span className="block font-display text-note font-semibold text-soft">After</span>
							{after}
						</p>
						<p className="margin-note flex items-start gap-3 sm:col-span-2 xl:col-span-1">
							<span aria-hidden="true" className="mt-2.5 w-5 shrink-0 border-t border-edge" />
							{why}
						</p>
					</li>
				))}
			</ul>
		</Section>
	)
}
