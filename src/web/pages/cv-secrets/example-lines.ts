/** Lines from the guide itself, chapters "Evidence lines" and "When nothing was measured". */
export const examples = [
	{
		before: 'Babysitting and tutoring.',
		after:
			'Tutored two GCSE pupils in maths weekly for a year, planning each lesson from the last week’s mistakes; both rose two grades.',
		why: 'Small and private work is real work. It needs a person who gained from it.',
	},
	{
		before: 'Knowledge of Python, Java, HTML, CSS, C++ and SQL.',
		after:
			'Wrote a timetable checker in Python that 140 students on my course use; it reads the public calendar each night and warns of clashes. 60 tests, code on request.',
		why: 'Six names of languages prove less than one thing that strangers use.',
	},
	{
		before: 'Wrote a dissertation on trade in the eighteenth century.',
		after:
			'Read 400 customs entries in difficult handwriting, turned them into a table and showed that a third of one port’s trade went unrecorded. 11,000 words, mark 72.',
		why: 'Archive work is data work. Name the skill that the job will pay for.',
	},
] as const
