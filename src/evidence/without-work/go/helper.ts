import { goWrongValues } from "./wrong-values.js";

/** Functions with more results are left alone. */
export const mostResults = 5;

/** The file beside the changed one: what its functions call now. The same for all files of a package. */
export const goHelper = (
  packageName: string,
  { marks, isRight }: { readonly marks: string; readonly isRight: boolean },
): string => `package ${packageName}

import (
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"runtime"
	"sort"
	"strings"
	"sync"
	"time"
	"unicode"
	"unsafe"
)

const untildoneMarks = ${JSON.stringify(marks)}

var untildoneIsRight = ${isRight}

var untildoneSeen, untildoneInside sync.Map

func untildoneMark(word, name string) {
	line := word + " " + name + "\\n"
	if _, known := untildoneSeen.LoadOrStore(line, true); known {
		return
	}
	if file, err := os.OpenFile(untildoneMarks, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
		_, _ = file.WriteString(line)
		_ = file.Close()
	}
}

func untildoneSkip(name string) bool {
	untildoneMark("called", name)
	if untildoneIsRight {
		return false
	}
	untildoneMark("wrong", name)
	return true
}

// Only the first of the calls inside each other answers wrongly: two wrong answers may make a right one.
func untildoneCall(name string, call func()) (isOuter, isDone bool) {
	untildoneMark("called", name)
	if untildoneIsRight {
		call()
		return false, true
	}
	var stack [64]byte
	key := strings.Fields(string(stack[:runtime.Stack(stack[:], false)]))[1] + " " + name
	if _, inside := untildoneInside.LoadOrStore(key, true); inside {
		call()
		return false, true
	}
	isOuter = true
	defer func() {
		untildoneInside.Delete(key)
		if !isDone && recover() != nil {
			untildoneMark("wrong", name)
		}
	}()
	call()
	isDone = true
	return
}
${Array.from({ length: mostResults }, (_, n) => wrongOf(n + 1)).join("")}${goWrongValues}`;

/** For a function that panics the results stay zero. */
function wrongOf(count: number): string {
  const names = Array.from({ length: count }, (_, n) => `r${n}`).join(", ");
  const types = names.replaceAll("r", "R");
  const results = names.split(", ").map((name) => `${name} ${name.toUpperCase()}`);
  return `
func untildoneWrong${count}[${types} any](name string, call func() (${types})) (${results.join(", ")}) {
	if isOuter, isDone := untildoneCall(name, func() { ${names} = call() }); isOuter && isDone {
		untildoneChange(name, ${names.replaceAll("r", "&r")})
	}
	return
}
`;
}
