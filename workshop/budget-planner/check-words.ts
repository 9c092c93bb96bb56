/** What the planner says about a field that it cannot count, in red beside that field and on the dashboard. */
export const says = {
	nothing: 'nothing typed',
	notDate: 'not a date',
	notMonday: 'not a Monday',
	whichYear: 'which year?',
	planWeeks: 'a whole number, 1 to 52',
	notNumber: 'not a number',
	tooMuch: 'over £40,000?',
	below: 'below zero',
	twice: 'two in the same week',
	noName: 'no name',
	noAmount: 'no amount',
	amountText: 'amount is text',
	noRhythm: 'how often?',
	rhythmUnknown: 'how often: not in the list',
	noFirst: 'no first date',
	firstText: 'first date is text',
	lastText: 'last date is text',
	lastEarly: 'ends before it begins',
	noAnswer: 'new stretch: Yes or No?',
	notTerm: 'not a first day of term',
	neverDue: 'no due date in the plan',
	noTarget: 'no target',
	targetText: 'target is text',
	savedText: 'saved is text',
	fromWhich: 'from which week? 1 to 52',
	byWhich: 'by which week? 1 to 52',
	weeksReversed: 'ends before it begins',
	notInPlan: 'not a week of the plan',
	noDate: 'no date',
	dateText: 'date is text',
	outside: 'outside the plan',
	noCategory: 'on what?',
	categoryUnknown: 'not in the list',
	broken: 'an error in the row',
	deleted: 'deleted or broken',
	formulaLost: 'column E was typed over',
	rowsWithoutFormula: 'rows without a week: copy column E down',
	inserted: 'an inserted row doesn’t count',
	belowEnd: 'nothing counts below the last yellow row',
	beside: 'only yellow fields count',
	typedOver: 'a formula was typed over',
	future: 'dated after today',
	sameAsAbove: 'as in a row above? OK if not',
	inBalance: 'in the balance too? OK if not',
	tooOften: 'so much so often? If so: OK',
	zero: '£0? If so: OK',
	onlyOnce: 'only once? If so: OK',
	endsEarly: 'ends early? If so: OK',
	startsLate: 'starts late? If so: OK',
	nothingFixed: 'no rent or bills? If so: a row of £0',
	asMoneyIn: 'counted in Setup too? OK if not',
	moreBack: 'more back than spent: sign turned?',
} as const

/** A row whose name or note begins with this word is right as it is: no question is asked about it. */
export const okWord = 'OK'

/** Words in the name of a cost that nearly everybody has to pay again and again. */
export const livingWords = ['rent', 'halls', 'bill', 'gas', 'electric', 'internet', 'phone'] as const

/** From how many pounds a question is worth asking. Smaller amounts are often the same by chance. */
export const askedFrom = { sameTwice: 5, asMuchAsCost: 30, oftenIncome: 1000 } as const

/** How many days a cost may end before the plan, or begin after it, without a question. */
export const unaskedDays = 45

/** How many payments below zero in a week look like pasted lines whose sign has to be turned. */
export const manyRefunds = 3
