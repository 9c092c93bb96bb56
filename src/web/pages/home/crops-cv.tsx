import { Struck } from './struck.tsx'

/** A typical first CV. */
export function CvBefore() {
	return (
		<>
			<p className="text-center font-display text-body font-bold tracking-[0.1em]">CURRICULUM VITAE</p>
			<p className="mt-3">
				<strong className="font-display">Objective:</strong> I am a <Struck>hard-working team player</Struck>{' '}
				with <Struck>excellent communication skills</Struck> looking for a challenging role in a fast-paced
				company.
			</p>
			<p className="mt-2">
				<strong className="font-display">Waiter</strong> — <Struck>Responsible for</Struck> serving customers,
				cleaning tables, till etc.
			</p>
			<p className="mt-2 text-on-leaf-soft">Hobbies: films, socialising. References on request.</p>
		</>
	)
}

/** The same job, described with evidence. */
export function CvAfter() {
	return (
		<>
			<p className="font-display text-body font-bold">Sam Okoro</p>
			<p className="text-on-leaf-soft">Leeds · sam.okoro@example.com</p>
			<p className="mt-3 border-b border-leaf-rule pb-1 font-display font-bold">Experience</p>
			<p className="mt-2 flex justify-between gap-3 font-display font-semibold">
				<span>Waiter, Harbour Kitchen</span>
				<span className="figures">2024–26</span>
			</p>
			<ul className="list-disc pl-4">
				<li>
					<span className="marked">Served up to 120 covers</span> a shift in a team of five
				</li>
				<li>Trained four new starters on till and allergens</li>
				<li>Cut wrong orders by a third with a read-back rule</li>
			</ul>
		</>
	)
}
