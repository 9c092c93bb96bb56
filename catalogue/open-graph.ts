/** The picture that a link to a page shows elsewhere: `catalogue/<slug>/open-graph.jpg`, 1200 x 630. */
export interface OpenGraphPicture {
	/** Pictures of the gallery that lie fanned on it, the top sheet first; none where there are no pages yet. */
	sheets: readonly string[]
	/** What is on it, for whoever cannot see it. */
	alt: string
}

export const openGraphSize = { width: 1200, height: 630 } as const

/** By slug; `site` is for pages that belong to no product, and lies at `catalogue/design/open-graph.jpg`. */
export const openGraphPictures: Readonly<Record<string, OpenGraphPicture>> = {
	site: {
		sheets: ['student-guide/04-budget', 'cv-secrets/03-after', 'startup-blueprint/04-worksheet'],
		alt: 'Headstart: guides and templates for students and graduates, with three real pages fanned out.',
	},
	'student-guide': {
		sheets: ['student-guide/02-first-week', 'student-guide/06-studying', 'student-guide/04-budget'],
		alt: 'Student Guide: white title on petrol blue beside three real pages, the first week on top.',
	},
	'cv-secrets': {
		sheets: ['cv-secrets/05-evidence', 'cv-secrets/06-letter', 'cv-secrets/04-three-readers'],
		alt: 'CV Secrets No One Tells You: white title on petrol blue beside three real pages, evidence lines on top.',
	},
	'budget-planner': {
		sheets: ['budget-planner/02-dashboard', 'budget-planner/03-setup', 'budget-planner/05-number'],
		alt: 'Student Budget Planner: white title on moss green beside the dashboard and two more real sheets.',
	},
	'north-east-money': {
		sheets: [],
		alt: 'How to Make Money in the North East: white title on brown and a sheet that says coming soon.',
	},
	'study-techniques': {
		sheets: [],
		alt: 'Study Techniques That Actually Work: white title on violet and a sheet that says coming soon.',
	},
	'interview-bundle': {
		sheets: [],
		alt: 'Be the 1% to Get an Interview (Bundle): white title on petrol blue and a sheet that says coming soon.',
	},
	'startup-blueprint': {
		sheets: [
			'startup-blueprint/02-four-weeks',
			'startup-blueprint/05-finished-page',
			'startup-blueprint/04-worksheet',
		],
		alt: 'The Startup Blueprint: white title on claret beside three real pages, the four weeks on top.',
	},
}
