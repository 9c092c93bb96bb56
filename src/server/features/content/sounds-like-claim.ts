const digits = '\\d+(?:[.,\\s]\\d{3}){0,5}(?:\\.\\d+)?'
const smallNumber = `(?:\\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|twenty|hundred)`
const amount = [
	`(?!(?<=\\b(?:in|since|from|by|until|before|after)\\s)(?:19|20)\\d\\d\\b)${digits}(?:\\s?(?:k|m|thousand|million))?\\+?`,
	'ten|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|dozens|scores',
	'half|most|(?:a|two)[\\s-]thirds?|(?:a|three)[\\s-]quarters?|(?:the\\s)?majority',
].join('|')
const people =
	'students?|users?|readers?|graduates?|customers?|buyers?|learners?|members?|subscribers?|followers?|people|employers?|recruiters?|universities|downloads?|copies|sales|reviews?|ratings?'
/** A word after which a number is no longer the number of what follows. */
const breaking = '(?:for|by|an?|per|to|in|with|from|and|or|that|which|is|are|was|were|has|have)\\b'

const patterns = [
	/%|\bper\s?cent\b/iu,
	// "10,000+", "5k+", but not "18+".
	/\d(?:[\d,. ]{0,15}\d{2}|\s?[km])\+/iu,
	new RegExp(
		`(?<![\\d.,£$€])\\b(?:${amount})(?:\\s+(?!${breaking})[\\p{L}’'-]+){0,3}?[\\s-]+(?:${people})\\b`,
		'iu',
	),
	new RegExp(
		`\\b${smallNumber}\\s+(?:out\\s+of|in)\\s+(?:every\\s+)?(?!one\\b|1\\b)${smallNumber}\\b(?!\\s+(?:minutes?|hours?|days?|weeks?|months?|years?))`,
		'iu',
	),
	/\b(?:downloaded|bought|sold|read|used)\b[^.]{0,20}\btimes\b/iu,
	/\b(?:twice|doubl(?:e[sd]?|ing)|tripl(?:e[sd]?|ing)|\d+(?:\.\d+)?\s?(?:x|×|times))\b(?:\W+\w+){0,4}?\W+(?:more|faster|quicker|better|higher|likel(?:y|ier)|chances?|interviews?|offers?|grades?|marks?)\b/iu,
	// Ratings. The STAR method of interviews is none.
	/\b\d+(?:\.\d+)?\s?(?:\/|out\s+of)\s?(?:5|10|five|ten)\b(?!\/)/iu,
	/[★⭐]|\b(?:[1-5](?:\.\d+)?|[Oo]ne|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive)[\s-]+[Ss]tars?\b/u,
	/\b(?:top|highest|highly)[\s-]rated\b|\brat(?:ed|ing\s+of)\s+\d/iu,
	// Superlatives.
	/(?<!\b(?:at|(?:do|does|did|doing|try|trying)\s+(?:your|their|our|its|my))\s)\bbest\b(?!\s+(?:before|wishes|regards))/iu,
	/\bno\.\s?(?:1|one)\b|\bno\s1\b|\bnumber[\s-](?:1|one)\b|#\s?1\b/iu,
	/\b(?:uk|britain|world|country|market|industry)(?:[’']s)?[\s-]+(?:leading|favourite|biggest|largest|most)\b/iu,
	/\bmost\s+(?:popular|trusted|complete|comprehensive|effective|downloaded|recommended)\b/iu,
	/\b(?:award[\s-]winning|unbeat\w+|unrivalled|unmatched|proven|(?:clinically|scientifically)\s+\w+)\b/iu,
	// Promises, and what others are said to think.
	/\bguarantee|\brisk[\s-]free\b/iu,
	/\b(?:trusted|recommended|endorsed|approved|loved)\s+by\b/iu,
]

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Returns the sentences of a text that sound like a claim about the shop or its guides: figures, ratings, superlatives, promises. */
export function sentencesLikeClaims(text: string): string[] {
	return sentencesIn(text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')).filter((sentence) =>
		patterns.some((pattern) => pattern.test(sentence)),
	)
}

/** Splits a text into its sentences. */
export function sentencesIn(text: string): string[] {
	const sentences: string[] = []
	for (const { segment } of segmenter.segment(text)) {
		const last = sentences.at(-1)
		// The abbreviation doesn't end a sentence.
		if (last !== undefined && /\bno\.\s*$/iu.test(last)) sentences.splice(-1, 1, last + segment)
		else sentences.push(segment)
	}
	return sentences.map((sentence) => sentence.replaceAll(/\s+/gu, ' ').trim())
}
