/** Ways into the service, and whether this version has them already. */
export const offered = {
  curl: true,
  cli: true,
  localMcp: true,
  hostedMcp: false,
  sdk: true,
} as const satisfies Record<string, boolean>
