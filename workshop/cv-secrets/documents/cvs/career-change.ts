import type { WordDocument } from '../document.ts'

/** Donna is invented. Skills come first, in the words of the new field. An example below backs each of them. */
export const careerChangeCv: WordDocument = {
	fileName: '4-Example-career-change.docx',
	title: 'CV of Donna Whitfield',
	design: 'modern',
	kind: 'cv',
	blocks: [
		{ kind: 'title', text: 'Donna Whitfield' },
		{
			kind: 'contact',
			parts: ['Sunderland', '07700 900672', 'donna.whitfield@example.com', 'linkedin.com/in/donna-whitfield'],
		},
		{ kind: 'heading', text: 'Profile' },
		{
			kind: 'text',
			text: 'Assistant restaurant manager moving into human resources. Nine years of rotas, recruiting and difficult conversations, and a CIPD Level 3 certificate passed in the evenings. Looking for an HR administrator role.',
		},
		{ kind: 'heading', text: 'Skills' },
		{
			kind: 'points',
			items: [
				'**Recruitment:** interviewed and took on 118 people since 2019; checked every right to work.',
				'**Records and confidentiality:** kept contracts, absence and sick pay for 32 staff; no errors in the last two payroll audits.',
				'**Employee relations:** held 40 return-to-work meetings and nine disciplinary hearings, with notes that stood up in both appeals.',
				'**Systems:** Fourth (rotas and payroll), Excel (lookups, pivot tables), Word mail merge, Microsoft Teams.',
			],
		},
		{ kind: 'heading', text: 'Experience' },
		{
			kind: 'role',
			title: 'Assistant manager',
			organisation: 'Harbour Lantern Restaurants, Sunderland',
			dates: 'Mar 2019 – present',
		},
		{
			kind: 'text',
			text: 'Two restaurants, 32 staff, about 1,900 covers a week. I look after people, rotas and training.',
		},
		{
			kind: 'points',
			items: [
				'Staff turnover fell from 74% to 41% in two years: I asked 18 leavers why, then published rotas two weeks ahead instead of four days.',
				'Wrote a first-week plan with a named buddy; nobody has left in the first month since January 2025.',
				'Agreed adjusted shifts with four colleagues after illness or a birth; all four still work here.',
				'Moved 32 paper files into the payroll system in six weeks, with a guide that the other site now uses.',
				'Trained as a mental health first aider (2024); the person colleagues ask for by name.',
			],
		},
		{
			kind: 'role',
			title: 'Supervisor',
			organisation: 'Harbour Lantern Restaurants, Sunderland',
			dates: 'May 2017 – Mar 2019',
		},
		{
			kind: 'points',
			items: [
				'Led shifts of nine; promoted over four other supervisors.',
				'Trained 14 new starters, five of whom became supervisors themselves.',
			],
		},
		{
			kind: 'role',
			title: 'Waiting staff, then head waiter',
			organisation: 'The Old Ropery, South Shields',
			dates: 'June 2013 – May 2017',
		},
		{
			kind: 'points',
			items: [
				'Asked to run the floor after 14 months; looked after the books for private parties of up to 80.',
			],
		},
		{
			kind: 'role',
			title: 'Full-time parent',
			organisation: 'At home, South Shields',
			dates: 'Aug 2009 – June 2013',
		},
		{
			kind: 'points',
			items: [
				'Treasurer of the parent and toddler group for three years: accounts of £4,200 a year, audited.',
			],
		},
		{ kind: 'heading', text: 'Education' },
		{
			kind: 'role',
			title: 'CIPD Level 3 Foundation Certificate in People Practice',
			organisation: 'Wearbank College, evening course',
			dates: 'Sept 2025 – July 2026',
		},
		{
			kind: 'points',
			items: [
				'Assignment: compared exit interviews and anonymous forms in my own workplace; the forms gave twice as many reasons that could be acted on.',
			],
		},
		{
			kind: 'role',
			title: 'BTEC National Diploma in Business, MMM',
			organisation: 'South Tyne College',
			dates: 'Sept 2007 – June 2009',
		},
		{ kind: 'heading', text: 'Volunteering' },
		{
			kind: 'role',
			title: 'School governor',
			organisation: 'Seaham Lane Primary School, Sunderland',
			dates: 'Sept 2023 – present',
		},
		{
			kind: 'points',
			items: ['Sat on the panel that appointed the deputy head from 27 applicants.'],
		},
	],
}
