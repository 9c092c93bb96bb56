import type { Product } from '#shared/catalogue-schema.ts'
import { budgetPlanner } from './budget-planner/product.ts'
import { cvSecrets } from './cv-secrets/product.ts'
import { interviewBundle } from './interview-bundle/product.ts'
import { northEastMoney } from './north-east-money/product.ts'
import { startupBlueprint } from './startup-blueprint/product.ts'
import { studentGuide } from './student-guide/product.ts'
import { studyTechniques } from './study-techniques/product.ts'

/** Everything the shop shows, in the order it shows it. */
export const catalogue: readonly Product[] = [
	studentGuide,
	cvSecrets,
	budgetPlanner,
	northEastMoney,
	studyTechniques,
	interviewBundle,
	startupBlueprint,
]
