import type { Question } from './question-list.tsx'

/** Asked of every guide that costs something; what the pages of terms and refunds say, in short. */
export const paidQuestions: readonly Question[] = [
	{
		question: 'Do I pay again for a new edition?',
		answer:
			'No. You pay once. Your files stay in your account, to be fetched again on any device, and a new edition of what you own costs nothing.',
	},
	{
		question: 'Can I have my money back?',
		answer:
			'Look inside first: when you pay you ask for the files at once and give up the fourteen days for changing your mind. If you bought the wrong one and have not downloaded it, write to us within 14 days and we’ll refund you anyway. A faulty file is mended or paid back.',
		more: { to: '/refunds', words: 'How refunds work' },
	},
]

/** Asked of every guide that costs nothing. */
export const freeQuestions: readonly Question[] = [
	{
		question: 'If it is free, why do I need an account?',
		answer:
			'So that you can fetch it again on another device, and the next edition when there is one. We ask for no card.',
	},
]
