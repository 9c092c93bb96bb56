// In a file of its own, so that pages don't load the schemas.

/** The categories of guides, in the shop's order (docs/specification.md section 1). */
export const categories = ['Career', 'Finance', 'Money', 'Academic', 'Business'] as const
