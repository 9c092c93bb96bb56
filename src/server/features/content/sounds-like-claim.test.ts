import { expect, test } from 'vitest'
import { sentencesLikeClaims } from './sounds-like-claim.ts'

test.each([
	'9 out of 10 students would buy it again',
	'Nine out of ten would recommend it.',
	'One in five doubled their savings',
	'10,000+ downloads',
	'10,000+',
	'Join 5k+ who have read it.',
	'Half of students spend too much.',
	'Two thirds of our readers got the job.',
	'Most of our readers found a job.',
	'Thousands of happy students use it.',
	'3 million downloads',
	'2,400 students',
	'Over 500 first-year students have it.',
	'Read by students at 40 universities',
	'Downloaded more than 10,000 times.',
	'95%',
	'It worked for ninety-five per cent.',
	'９５％ pass',
	'The best guide to student money',
	'Best-selling',
	'The b\u00ADest guide',
	'Guaranteed interviews',
	'We guarantee a first.',
	'The No. 1 Guide for students',
	'#1 in the UK',
	'Our number one guide',
	'Rated 4.9/5',
	'4.9 out of 5',
	'★★★★★',
	'Five-star advice',
	'4.8 stars',
	'A top-rated planner',
	'A rating of 4.8 from those who know',
	'The UK’s leading guide',
	'The most popular planner',
	'Award-winning',
	'Proven to work',
	'Recommended by tutors',
	'Get 3 times more interviews',
	'Twice as many interviews',
	'Risk-free',
])('“%s” sounds like a claim', (text) => {
	expect(sentencesLikeClaims(text)).toEqual([text.normalize('NFKC').replaceAll('\u00AD', '')])
})

test.each([
	'28 pages',
	'£14.99',
	'£1,200 in May',
	'20 hours a week',
	'14 days',
	'You have 14 days for a refund.',
	'CV Secrets No One Tells You',
	'Three readers',
	'In 2026 students pay more council tax.',
	'Since 2024, readers may write to us.',
	'Open 24/7',
	'For people over 18, or 18+',
	'Due on 3/5/2026',
	'Do your best, and send it.',
	'Best before June',
	'At best it takes an hour.',
	'One STAR answer for each question',
	'2 in 1',
	'5 in 10 minutes',
	'Step 1 of 10',
	'Version 1.2',
	'Ask a tutor, a friend or a number of people.',
	'No. 12, Grey Street',
	'The interview in the afternoon',
])('“%s” doesn’t', (text) => {
	expect(sentencesLikeClaims(text)).toEqual([])
})

test('only the sentences that sound like claims are returned, whole, with their abbreviations', () => {
	expect(
		sentencesLikeClaims(
			'It has 28 pages. Of 300 students, 95% liked them! Is it the No. 1 Guide? Yes.\nBest of all, it’s free.',
		),
	).toEqual(['Of 300 students, 95% liked them!', 'Is it the No. 1 Guide?', 'Best of all, it’s free.'])
})
