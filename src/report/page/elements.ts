/** What every element of the page is made with: the build puts this import into each file that has one. */
export { Fragment, h } from "preact";
