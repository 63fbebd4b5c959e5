// What HTML says about its elements, as far as building a tree needs it.

function tags(names: string): ReadonlySet<string> {
  return new Set(names.split(' '))
}

export const VOID = tags(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
)

/** Elements that an end tag of a formatting element may cut through. */
export const FORMATTING = tags('a b big code em font i nobr s small strike strong tt u')

/** The start of these ends an open paragraph. */
export const ENDS_PARAGRAPH = tags(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 ' +
    'h6 header hgroup hr li dd dt listing main menu nav ol p plaintext pre search section summary table ul xmp',
)

export const HEADINGS = tags('h1 h2 h3 h4 h5 h6')

export const TABLE_PARTS = tags('caption colgroup tbody td tfoot th thead tr')

/** Directly in these only parts of a table may stand. */
export const TABLE_FRAME = tags('table tbody tfoot thead tr')

export const TABLE_SECTIONS = tags('tbody tfoot thead')

/** End tags see no further up than these. */
export const SCOPE = tags('applet caption html marquee object table td template th')
export const PARAGRAPH_SCOPE = new Set([...SCOPE, 'button'])
export const LIST_SCOPE = new Set([...SCOPE, 'ol', 'ul', 'menu', 'dir'])
export const DEFINITION_SCOPE = new Set([...SCOPE, 'dl'])

/** Elements whose closing no end tag of an ordinary element (`span`) implies. */
export const SPECIAL = new Set([
  ...ENDS_PARAGRAPH,
  ...TABLE_PARTS,
  ...tags('applet body button html iframe marquee object select td template textarea th'),
])

/** White space alone says nothing in these. */
export const NO_TEXT = tags('ol ul menu dl select table tbody tfoot thead tr')

/** Start tags that end an unclosed `svg`. */
export const BREAKS_OUT_OF_SVG = tags(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ' +
    'ol p pre ruby s small span strong strike sub sup table tt u ul var',
)

/** Inside these parts of an `svg` HTML may stand. */
export const HTML_IN_SVG = tags('desc foreignobject title')

const known: ReadonlyMap<string, string> = new Map(
  [
    ...VOID,
    ...FORMATTING,
    ...SPECIAL,
    ...BREAKS_OUT_OF_SVG,
    ...tags('abbr cite del figure head html ins label main mark math path script style svg time title'),
  ].map((tag) => [tag, tag]),
)

/** The name of a tag as pages write it, in lower case. Of the usual ones always the same string, which compares and hashes
 * at once; a piece of the page would do so anew for each element. */
export function tagName(written: string): string {
  return known.get(written) ?? written.toLowerCase()
}
