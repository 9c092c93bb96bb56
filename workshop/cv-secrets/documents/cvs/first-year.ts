import type { WordDocument } from '../document.ts'

/** Callum is invented. Education comes first, since a first-year student has little else that a keyword search looks for. */
export const firstYearCv: WordDocument = {
	fileName: '4-Example-first-year.docx',
	title: 'CV of Callum Reid',
	design: 'classic',
	kind: 'cv',
	blocks: [
		{ kind: 'title', text: 'Callum Reid' },
		{
			kind: 'contact',
			parts: ['Glasgow', '07700 900214', 'callum.reid@example.com', 'linkedin.com/in/callum-reid'],
		},
		{
			kind: 'text',
			text: 'First-year Psychology student who has coached a squad of 16 children every week since 2024. Looking for a summer 2027 placement in youth research or a children’s charity.',
		},
		{ kind: 'heading', text: 'Education' },
		{
			kind: 'role',
			title: 'BA (Hons) Psychology',
			organisation: 'University of Strathclyde, Glasgow',
			dates: 'Sept 2026 – June 2030 (expected)',
		},
		{
			kind: 'points',
			items: [
				'First marked report: 68, on whether reminders change how often students attend; survey of 41 people, analysed in R.',
				'Three subjects this year: Psychology (with research methods), Sociology and Education.',
			],
		},
		{
			kind: 'role',
			title: 'Five Highers and one Advanced Higher',
			organisation: 'Kelvinbrae Academy, Glasgow',
			dates: 'Aug 2020 – June 2026',
		},
		{
			kind: 'points',
			items: [
				'Highers: Mathematics A, English A, Biology A, Modern Studies B, Psychology B. Advanced Higher: Biology B.',
				'Advanced Higher project: timed 36 pupils on a memory task with and without music, found no difference, and explained why the sample was too small to settle it.',
			],
		},
		{ kind: 'heading', text: 'Experience' },
		{
			kind: 'role',
			title: 'Volunteer football coach',
			organisation: 'Westmuir Youth Football, Glasgow',
			dates: 'Aug 2024 – present',
		},
		{
			kind: 'points',
			items: [
				'Plan and run a weekly session for children now aged 9 and 10, with one other coach.',
				'Noticed that seven had stopped coming, rang each family, and moved the start by half an hour to suit the bus; five came back.',
				'Wrote the one-page plan that two new coaches now start from.',
			],
		},
		{
			kind: 'role',
			title: 'Counter assistant, 8 hours a week',
			organisation: 'The Blue Skiff Fish Bar, Glasgow',
			dates: 'Sept 2024 – present',
		},
		{
			kind: 'points',
			items: [
				'Serve 80 to 100 customers on a Friday evening; cash up alone one night a week, with the till right on 41 of 44 nights.',
				'Counted what was thrown away for two weeks and suggested frying in smaller batches after 9 pm; unsold portions fell from about 20 to 8 a night.',
			],
		},
		{
			kind: 'role',
			title: 'Family carer',
			organisation: 'At home, Glasgow',
			dates: 'Jan 2023 – Aug 2026',
			titleFirst: true,
		},
		{
			kind: 'points',
			items: [
				'Looked after two younger brothers three evenings a week while a parent worked nights: meals, homework and bedtimes, alongside school and a job.',
			],
		},
		{ kind: 'heading', text: 'Skills' },
		{ kind: 'text', text: '**Tools:** R and SPSS (first course), Excel (pivot tables), Google Forms' },
		{ kind: 'text', text: '**Languages:** English (first language), Spanish (conversation)' },
		{
			kind: 'text',
			text: '**Certificates:** Protecting Vulnerable Groups scheme member, Emergency First Aid (Mar 2025)',
		},
		{ kind: 'heading', text: 'Interests' },
		{ kind: 'text', text: 'Hill running (four Munros so far) and repairing old radios.' },
	],
}
