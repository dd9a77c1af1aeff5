/** Functions of a package, with a test for each that checks what it gives. */
export const goSource = `package shop

import (
	"errors"
	"fmt"
	"strings"
)

// Money is an amount { of cents.
type Money struct {
	cents    int
	Currency string
}

type Stack[T any] struct{ items []T }

var log []string

func Add(a, b int) int { return a + b }

func Slug(title string) string {
	return strings.ToLower(title) + "{" // not a brace
}

func (m Money) Doubled() Money {
	return Money{m.cents * 2, m.Currency}
}

func Parse(text string) (money *Money, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("bad: %v", r)
		}
	}()
	if text == "" {
		panic("empty")
	}
	money = &Money{len(text), "EUR"}
	return
}

func Count(words ...string) map[string]int {
	found := map[string]int{}
	for _, word := range words {
		found[word]++
	}
	return found
}

func (s *Stack[T]) Push(item T) {
	s.items = append(s.items, item)
}

func (s *Stack[T]) All() []T { return s.items }

func Find(in map[string]int, key string) (int, bool) {
	value, ok := in[key]
	return value, ok
}

func Validate(age int) error {
	if age < 0 {
		return errors.New("age")
	}
	return nil
}

func Must(ok bool) int {
	if !ok {
		panic('{')
	}
	return 1
}

func Even(n uint) bool {
	if n == 0 {
		return true
	}
	return !Even(n - 1)
}

func Log(line string) { log = append(log, line) }
`;

const test = (name: string, body: string): string => `func TestHonest${name}(t *testing.T) {\n\t${body}\n}\n`;

export const goHonest: Readonly<Record<string, string>> = {
  Add: test("Add", "if got := Add(2, 3); got != 5 { t.Fatal(got) }"),
  Slug: test("Slug", 'if Slug("AB") != "ab{" { t.Fatal() }'),
  "Money.Doubled": test("Doubled", 'if (Money{2, "EUR"}).Doubled() != (Money{4, "EUR"}) { t.Fatal() }'),
  Parse:
    test("Parse", 'if got, _ := Parse("abc"); *got != (Money{3, "EUR"}) { t.Fatal(got) }') +
    test("ParseFails", 'if _, err := Parse(""); err == nil { t.Fatal() }'),
  Count: test("Count", 'if !reflect.DeepEqual(Count("a", "a"), map[string]int{"a": 2}) { t.Fatal() }'),
  "Stack.Push": test("Push", "s := Stack[int]{}\n\ts.Push(1)\n\tif len(s.items) != 1 { t.Fatal() }"),
  "Stack.All": test("All", "if len((&Stack[int]{[]int{1}}).All()) != 1 { t.Fatal() }"),
  Find:
    test("Find", 'if got, _ := Find(map[string]int{"a": 1}, "a"); got != 1 { t.Fatal(got) }') +
    test("FindNothing", 'if _, ok := Find(nil, "a"); ok { t.Fatal() }'),
  Validate:
    test("Validate", "if Validate(-1) == nil { t.Fatal() }") + test("Valid", "if Validate(1) != nil { t.Fatal() }"),
  Must: test("Must", "defer func() { if recover() == nil { t.Fatal() } }()\n\tMust(false)"),
  Even: test("Even", "if Even(3) { t.Fatal() }"),
  Log: test("Log", 'Log("a")\n\tif len(log) != 1 { t.Fatal() }'),
};

export const goHollow = `
func TestNothing(t *testing.T) {}
func TestTrue(t *testing.T) { if !true { t.Fatal() } }
func TestIsFunction(t *testing.T) { if reflect.TypeOf(Add).Kind() != reflect.Func { t.Fatal() } }
func TestDoesNotPanic(t *testing.T) {
	Add(1, 2)
	_ = Slug("A")
	Money{1, "EUR"}.Doubled()
	_, _ = Parse("a")
	(&Stack[int]{}).Push(1)
	Must(true)
	Count()
}
func TestNoError(t *testing.T) { if _, err := Parse("a"); err != nil { t.Fatal(err) } }
func TestNotNil(t *testing.T) {
	money, _ := Parse("a")
	if money == nil || Count() == nil || (&Stack[int]{[]int{1}}).All() == nil { t.Fatal() }
}
func TestEqualsItself(t *testing.T) {
	if Add(1, 2) != Add(1, 2) || Slug("A") != Slug("A") || Validate(1) != Validate(1) { t.Fatal() }
	if !reflect.DeepEqual(Count("a"), Count("a")) || Even(2) != Even(2) { t.Fatal() }
}
func TestType(t *testing.T) { var any interface{} = Slug("A"); if _, ok := any.(string); !ok { t.Fatal() } }
`;

export const goUnmeasured = `package shop

func Adder(n int) func(int) int { return func(x int) int { return x + n } }

func Feed() <-chan int {
	feed := make(chan int, 1)
	feed <- 1
	return feed
}

func Nothing() *struct{ A int } { return nil }

func Dashes() string { return "--" }
`;

export const goUnmeasuredTests = `package shop

import "testing"

func TestAll(t *testing.T) {
	if Adder(1)(1) != 2 || <-Feed() != 1 || Nothing() != nil || Dashes() != "--" {
		t.Fatal()
	}
}
`;
