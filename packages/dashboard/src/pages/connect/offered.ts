/** Ways into the service, and whether this version has them already. */
export const offered = {
  curl: true,
  cli: true,
  localMcp: false,
  hostedMcp: false,
  sdk: false,
} as const satisfies Record<string, boolean>
