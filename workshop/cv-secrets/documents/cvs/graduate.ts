import type { WordDocument } from '../document.ts'

/** Priya is invented. Experience comes first, since what she has done is nearer to the job than her degree. */
export const graduateCv: WordDocument = {
	fileName: '4-Example-graduate.docx',
	title: 'CV of Priya Nair',
	design: 'clear',
	kind: 'cv',
	blocks: [
		{ kind: 'title', text: 'Priya Nair' },
		{
			kind: 'contact',
			parts: ['Leicester', '07700 900461', 'priya.nair@example.com', 'linkedin.com/in/priya-nair'],
		},
		{ kind: 'heading', text: 'Profile' },
		{
			kind: 'text',
			text: 'English graduate (2:1) who took a food charity’s newsletter from 900 to 2,300 readers. Looking for a full-time communications role in a charity or council.',
		},
		{ kind: 'heading', text: 'Experience' },
		{
			kind: 'role',
			title: 'Communications assistant, 18 hours a week',
			organisation: 'Soar Valley Food Network, Leicester',
			dates: 'July 2026 – present',
		},
		{
			kind: 'points',
			items: [
				'Write and send a fortnightly newsletter in Mailchimp; tested two subject lines with every issue and raised the share opened from 31% to 44% in four months.',
				'Added a sign-up form to the food parcels’ recipe cards; readers grew from 900 to 2,300.',
				'Interviewed six clients for the annual report, each with written consent; the city council reprinted three.',
				'Replaced the phone rota with a shared form; cancelled volunteer shifts fell from nine to three a month.',
			],
		},
		{
			kind: 'role',
			title: 'Box office assistant, 12 hours a week',
			organisation: 'Orchard Street Theatre, Leicester',
			dates: 'Oct 2023 – June 2026',
		},
		{
			kind: 'points',
			items: [
				'Answered about 60 calls and 40 emails a week; wrote 12 reply templates that all five staff use.',
				'Sold out two of three relaxed performances by writing to 22 local schools and care homes by name.',
				'Trusted with the keys and the float from the second term.',
			],
		},
		{
			kind: 'role',
			title: 'Features editor, volunteer',
			organisation: 'Student newspaper, University of Leicester',
			dates: 'Sept 2024 – May 2025',
		},
		{
			kind: 'points',
			items: [
				'Edited 48 articles by six writers; agreeing deadlines with them cut late copy from half to one in six.',
			],
		},
		{ kind: 'heading', text: 'Education' },
		{
			kind: 'role',
			title: 'BA English, 2:1',
			organisation: 'University of Leicester',
			dates: 'Sept 2023 – July 2026',
		},
		{
			kind: 'text',
			text: 'Dissertation, mark 72: coded 186 articles to compare how four local papers reported the same bus cuts.',
		},
		{
			kind: 'role',
			title: 'A-levels: English Literature A, History B, Sociology B',
			organisation: 'Spinney Hill College, Leicester',
			dates: 'Sept 2021 – June 2023',
		},
		{ kind: 'heading', text: 'Skills' },
		{
			kind: 'text',
			text: '**Tools:** Mailchimp, Canva, WordPress, Google Analytics, Excel (filters, charts)',
		},
		{ kind: 'text', text: '**Certificates:** Google Analytics (Oct 2026)' },
		{ kind: 'text', text: '**Languages:** English and Malayalam (both fluent), Hindi (conversation)' },
		{ kind: 'heading', text: 'Interests' },
		{ kind: 'text', text: 'Subtitling Malayalam films for friends; open-water swimming, slowly.' },
	],
}
