/**
 * The facts about the fictional Ada. Her two CVs, her letter and the guide use these facts and no others. The CVs differ only in
 * how they present them.
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
