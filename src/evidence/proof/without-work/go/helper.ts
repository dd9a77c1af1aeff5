import goHelperText from "./helper.go?raw";
import goWrongValues from "./wrong-values.go?raw";

/**
 * The file beside the changed one: what its functions call now. The same for all files of a package. Without type
 * parameters, as the module may be one of an older Go.
 */
export const goHelper = (
  packageName: string,
  { marks, isRight }: { readonly marks: string; readonly isRight: boolean },
): string =>
  `${goHelperText}\n${goWrongValues}`
    .replace("UNTILDONE_PACKAGE", packageName)
    .replace('"UNTILDONE_MARKS"', () => JSON.stringify(marks))
    .replace("UNTILDONE_IS_RIGHT", String(isRight));
