import type { HomePage } from '#shared/content/own-pages.ts'
import { testimonials } from '../testimonials.ts'

export const home: HomePage = {
	title: 'Headstart: free and premium guides for students and graduates',
	description:
		'Free and paid guides and templates on studying, money and careers, for UK and international students and graduates. Look at real pages before you choose.',
	headline: { before: 'Maximise your student life and', marked: 'your income' },
	lead: 'Guides and templates on studying, money and careers, for UK and international students and graduates. What someone a year ahead of you would tell you, notes and all.',
	pictureNote: 'The same waiter and the same job, said with evidence.',
	shelfTitle: 'Every guide and template',
	first: [],
	comparison: {
		title: 'Before and after',
		note: 'Same person, same week. What changes is the page in front of them.',
		rows: [
			{
				before: 'Messy CV',
				after: 'ATS-ready CV',
				note: 'One column, plain headings, numbers a stranger can picture. The software reads it in order; so does the person.',
			},
			{
				before: 'Overspending',
				after: 'A simple budget',
				note: 'One sum, done once a term. Then there is only one number to remember.',
			},
			{
				before: 'Procrastination',
				after: 'A study system',
				note: 'Small tasks, each with a day and a time to stop. Starting is most of it.',
			},
		],
	},
	categories: {
		title: 'Popular categories',
		note: 'Start with what you need most. The rest can wait.',
		cards: [
			{ category: 'Career', text: 'CVs that get read, and your first year sorted' },
			{ category: 'Finance', text: 'A weekly amount you can spend without worry' },
			{ category: 'Academic', text: 'Studying that still works in the exam' },
			{ category: 'Money', text: 'Paid work that fits around lectures' },
		],
	},
	help: {
		title: 'How Headstart helps',
		note: 'About ten minutes from here to the first page.',
		steps: [
			{ title: 'Sign up free', text: 'A name, an email address, a password. No card, no newsletter.' },
			{ title: 'Get curated tips and tools', text: 'Short guides and templates, each made for one job.' },
			{
				title: 'Apply and level up',
				text: 'Fill in the template tonight, send the application tomorrow.',
			},
		],
		answers: [
			{ slug: 'student-guide', question: 'Just arrived?' },
			{ slug: 'cv-secrets', question: 'Applying, and hearing nothing?' },
			{ slug: 'budget-planner', question: 'Loan gone by week six?' },
		],
	},
	readers: { title: 'What readers say', note: 'In their words, not ours.' },
	testimonials,
	start: { title: 'Start with a free guide', more: 'Pay only if you want more.' },
}
