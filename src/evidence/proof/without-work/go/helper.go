package UNTILDONE_PACKAGE

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

const untildoneMarks = "UNTILDONE_MARKS"

var untildoneIsRight = UNTILDONE_IS_RIGHT

var untildoneSeen, untildoneInside sync.Map

func untildoneMark(word, name string) {
	line := word + " " + name + "\n"
	if _, known := untildoneSeen.LoadOrStore(line, true); known {
		return
	}
	if file, err := os.OpenFile(untildoneMarks, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0600); err == nil {
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

type untildoneCall struct {
	name, key       string
	isOuter, isDone bool
}

// Only the first of the calls inside each other answers wrongly: two wrong answers may make a right one.
func untildoneEnter(name string) *untildoneCall {
	untildoneMark("called", name)
	call := &untildoneCall{name: name}
	if untildoneIsRight {
		return call
	}
	var stack [64]byte
	call.key = strings.Fields(string(stack[:runtime.Stack(stack[:], false)]))[1] + " " + name
	_, inside := untildoneInside.LoadOrStore(call.key, true)
	call.isOuter = !inside
	return call
}

// For a function that panics the results stay zero.
func (call *untildoneCall) leave() {
	if !call.isOuter || call.isDone {
		return
	}
	untildoneInside.Delete(call.key)
	if recover() != nil {
		untildoneMark("wrong", call.name)
	}
}

func (call *untildoneCall) change(results ...interface{}) {
	if call.isOuter {
		call.isDone = true
		untildoneInside.Delete(call.key)
		untildoneChange(call.name, results)
	}
}
