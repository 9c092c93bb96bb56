import type { WordDocument } from '../document.ts'

/**
 * Mateo is invented. His CV has two pages, because a degree and a job abroad each need a line that explains them to a UK reader.
 */
export const mastersCv: WordDocument = {
	fileName: '4-Example-masters.docx',
	title: 'CV of Mateo Restrepo',
	design: 'classic',
	kind: 'cv',
	blocks: [
		{ kind: 'title', text: 'Mateo Restrepo' },
		{
			kind: 'contact',
			parts: ['Manchester', '07700 900538', 'mateo.restrepo@example.com', 'linkedin.com/in/mateo-restrepo'],
		},
		{
			kind: 'text',
			text: 'Data analyst with an MSc (Distinction) and two and a half years in a savings bank, where my reports found late payers three weeks sooner. Looking for an analyst role in transport, health or energy. Graduate visa to November 2028: no sponsorship needed until then.',
		},
		{ kind: 'heading', text: 'Key skills' },
		{
			kind: 'points',
			items: [
				'**Reports people use:** a weekly Power BI report that 19 branches work from.',
				'**SQL and Python:** 11 million rows of bus data in PostgreSQL; 1,900 duplicate records found and merged.',
				'**Explaining:** 23 colleagues taught, 40 people at a public talk, a clinic that chose the model it could follow.',
			],
		},
		{ kind: 'heading', text: 'Education' },
		{
			kind: 'role',
			title: 'MSc Data Science, Distinction',
			organisation: 'University of Manchester',
			dates: 'Sept 2025 – Sept 2026',
		},
		{
			kind: 'points',
			items: [
				'Dissertation, mark 76: predicted missed hospital appointments from 240,000 anonymised records. A plain logistic regression did as well as a neural network, and the clinic could understand it.',
				'Modules: Statistics and Machine Learning (74), Databases (71), Data Ethics (78).',
				'Elected representative of 110 students; agreed with the department that code would be marked with comments, which began in the second semester.',
			],
		},
		{
			kind: 'role',
			title: 'BSc Industrial Engineering, 4.4 out of 5.0 (top 10% of the year)',
			organisation: 'Universidad del Valle Alto, Medellín, Colombia',
			dates: 'Jan 2018 – Nov 2022',
		},
		{
			kind: 'points',
			items: [
				'Five-year degree taught in Spanish. Final project: cut the walking distance in a bakery’s store room by 38%, measured over four weeks.',
			],
		},
		{ kind: 'heading', text: 'Experience' },
		{
			kind: 'role',
			title: 'Library assistant, 10 hours a week',
			organisation: 'University of Manchester',
			dates: 'Oct 2025 – June 2026',
		},
		{
			kind: 'points',
			items: [
				'Answered questions at the evening desk for about 70 students a shift, in English and Spanish.',
				'Found that ten questions made up most of the desk’s work, and wrote their answers on one card.',
			],
		},
		{
			kind: 'role',
			title: 'Operations analyst',
			organisation: 'Cooperativa de Ahorro La Ceiba, Medellín, Colombia',
			dates: 'Feb 2023 – July 2025',
		},
		{
			kind: 'text',
			text: 'A savings bank with 64,000 members and 19 branches. I reported to the head of credit.',
		},
		{
			kind: 'points',
			items: [
				'Built a weekly SQL and Power BI report of missed payments that replaced a monthly spreadsheet; branches rang members 21 days sooner on average.',
				'Late loans fell from 6.1% to 4.8% in a year, of which the credit committee put about half down to the report.',
				'Found 1,900 duplicated member records with a matching script in Python; led the four people who merged them in five weeks.',
				'Taught Excel and SQL basics to 23 colleagues on Friday afternoons; eleven now write their own queries.',
			],
		},
		{
			kind: 'role',
			title: 'Operations intern',
			organisation: 'Cooperativa de Ahorro La Ceiba, Medellín, Colombia',
			dates: 'July 2022 – Jan 2023',
		},
		{
			kind: 'points',
			items: [
				'Timed 320 visits in three branches and showed that one form caused a third of the queue; the form was dropped. Offered a permanent post.',
			],
		},
		{ kind: 'heading', text: 'Projects' },
		{
			kind: 'role',
			title: 'Late buses, mapped',
			organisation: 'Own project, public code',
			dates: 'Mar 2026 – May 2026',
			titleFirst: true,
		},
		{
			kind: 'points',
			items: [
				'Collected six weeks of open bus positions (11 million rows) in PostgreSQL and mapped where delays begin; two junctions explained a fifth of the lost time on one route.',
				'Presented it to 40 people at a city open-data evening; the slides and the code are linked from my profile.',
			],
		},
		{
			kind: 'role',
			title: 'Forecasting the bread order',
			organisation: 'Team of four, consultancy module, mark 73',
			dates: 'Jan 2026 – Mar 2026',
			titleFirst: true,
		},
		{
			kind: 'points',
			items: [
				'Forecast daily sales for a bakery with three shops from two years of till records; waste in the trial month fell from 14% to 9%.',
				'I cleaned the data and wrote the two-page manual; the owner still runs the spreadsheet herself.',
			],
		},
		{ kind: 'heading', text: 'Skills' },
		{
			kind: 'text',
			text: '**Tools:** Python (pandas, scikit-learn), SQL (PostgreSQL, SQL Server), Power BI, R, Git, Excel',
		},
		{
			kind: 'text',
			text: '**Languages:** Spanish (first language), English (IELTS 7.5), Portuguese (reading)',
		},
		{ kind: 'text', text: '**Certificates:** Microsoft Power BI Data Analyst Associate (renewed Apr 2026)' },
		{ kind: 'heading', text: 'Volunteering' },
		{
			kind: 'role',
			title: 'Maths tutor, 2 hours a week',
			organisation: 'Saturday study club, Longsight, Manchester',
			dates: 'Jan 2026 – present',
		},
		{
			kind: 'points',
			items: [
				'Help six pupils with GCSE maths; four moved up a set in September.',
				'Translate at parents’ evenings for two Spanish-speaking families.',
			],
		},
		{ kind: 'heading', text: 'Awards' },
		{
			kind: 'points',
			items: [
				'Master’s scholarship, half of the fees: one of 6 from 410 applicants (2025).',
				'Second prize, data science poster day, University of Manchester (June 2026).',
			],
		},
	],
}
