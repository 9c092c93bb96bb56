/**
 * The facts that the two CVs of the fictional Ada, her letter and the guide have in common. The second CV presents them as
 * evidence.
 */
export const ada = {
	name: 'Ada Okafor',
	phone: '07700 900123',
	job: { title: 'Sales assistant', employer: 'Tansy & Cole Clothing', start: '10/2025' },
	degree: { title: 'BSc Business Management', university: 'University of Leeds', years: ['2025', '2028'] },
	foundation: { title: 'International foundation year', years: ['2024', '2025'] },
	school: { title: 'WASSCE', year: '2024' },
	project: { mark: '74', module: 'Operations' },
	tools: ['Excel', 'SQL'],
	languages: ['English', 'Igbo'],
} as const
