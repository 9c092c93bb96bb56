import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { card as budgetPlanner } from './budget-planner/card.ts'
import { card as cvSecrets } from './cv-secrets/card.ts'
import { card as interviewBundle } from './interview-bundle/card.ts'
import { card as northEastMoney } from './north-east-money/card.ts'
import { card as startupBlueprint } from './startup-blueprint/card.ts'
import { card as studentGuide } from './student-guide/card.ts'
import { card as studyTechniques } from './study-techniques/card.ts'

/** Everything the shop shows, in the order it shows it, with what a shelf says of it and no more: every page carries this. */
export const shelf: readonly ShelfProduct[] = [
	studentGuide,
	cvSecrets,
	budgetPlanner,
	northEastMoney,
	studyTechniques,
	interviewBundle,
	startupBlueprint,
]
