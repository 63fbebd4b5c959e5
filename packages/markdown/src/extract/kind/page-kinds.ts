/** Kinds of pages, in the order in which the model numbers them. */
export const pageKinds = ['article', 'service', 'listing', 'forum', 'product', 'documentation', 'collection'] as const
