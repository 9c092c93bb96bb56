import { Struck } from './struck.tsx'

const putOff = [
	{ day: 'Mon', plan: 'start essay' },
	{ day: 'Tue', plan: 'start essay (really)' },
	{ day: 'Wed', plan: 'library?? essay' },
	{ day: 'Thu', plan: 'ESSAY. Due 12:00 tomorrow' },
]

/** A to-do list on which one task is put off every day. */
export function StudyBefore() {
	return (
		<ul>
			{putOff.map(({ day, plan }, index) => (
				<li key={day} className="flex flex-wrap gap-x-4 border-b border-leaf-rule py-1">
					<span className="w-9 font-display font-semibold text-on-leaf-soft">{day}</span>
					{index < 3 ? (
						<Struck>{plan}</Struck>
					) : (
						<strong className="font-display text-leaf-brick">{plan}</strong>
					)}
				</li>
			))}
		</ul>
	)
}

const sittings = [
	{ day: 'Mon', hour: '10–11', plan: 'Read two papers, notes closed' },
	{ day: 'Tue', hour: '10–11', plan: 'Outline from memory, then check' },
	{ day: 'Wed', hour: '10–12', plan: 'Draft 800 words, badly' },
	{ day: 'Thu', hour: '10–11', plan: 'Edit, cite, hand in' },
]

/** The same week with an hour for each task. */
export function StudyAfter() {
	return (
		<ul className="figures">
			{sittings.map(({ day, hour, plan }) => (
				<li key={day} className="flex flex-wrap gap-x-3 border-b border-leaf-rule py-1">
					<span className="w-9 font-display font-semibold">{day}</span>
					<span className="text-on-leaf-soft">{hour}</span>
					<span className="min-w-0 flex-[1_1_6rem]">{plan}</span>
				</li>
			))}
		</ul>
	)
}
