/**
 * What of untildone can be fetched from a registry. Pages and messages name nothing else: after publishing, change it here
 * and run `node scripts/install-docs.mjs`.
 */
export const published: { readonly npm: boolean; readonly action: boolean } = { npm: false, action: false };
