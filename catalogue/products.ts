// One line for each product. `npm run new-product -- <slug>` adds it.
export { budgetPlanner } from './budget-planner/product.ts'
export { cvSecrets } from './cv-secrets/product.ts'
export { interviewBundle } from './interview-bundle/product.ts'
export { northEastMoney } from './north-east-money/product.ts'
export { startupBlueprint } from './startup-blueprint/product.ts'
export { studentGuide } from './student-guide/product.ts'
export { studyTechniques } from './study-techniques/product.ts'
