/** A program in another language, as its text. */
declare module "*?raw" {
  const text: string;
  export default text;
}
