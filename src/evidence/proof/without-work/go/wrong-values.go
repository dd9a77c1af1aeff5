// Changes a value in place into a wrong one of the same type, without touching what others share with it.
var untildoneError = errors.New("a wrong answer")
var untildoneErrorType = reflect.TypeOf(&untildoneError).Elem()

type untildoneHere struct{}

// An error becomes none, and what was not found is found; else the first result that has a wrong answer changes.
func untildoneChange(name string, results []interface{}) {
	values := make([]reflect.Value, len(results))
	for n, result := range results {
		values[n] = reflect.ValueOf(result).Elem()
	}
	last := values[len(values)-1]
	if len(values) > 1 && (last.Type() == untildoneErrorType && !last.IsNil() || last.Kind() == reflect.Bool && !last.Bool()) {
		values = []reflect.Value{last}
	}
	for _, value := range values {
		if untildoneWrong(value, 0) {
			untildoneMark("wrong", name)
			return
		}
	}
	untildoneMark("none", name)
}

func untildoneWrong(value reflect.Value, depth int) bool {
	if depth > 8 {
		return false
	}
	switch kind := value.Kind(); kind {
	case reflect.Bool:
		value.SetBool(!value.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		value.SetInt(value.Int() + 1)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		value.SetUint(value.Uint() + 1)
	case reflect.Float32, reflect.Float64:
		value.SetFloat(untildoneFloat(value.Float()))
	case reflect.Complex64, reflect.Complex128:
		value.SetComplex(value.Complex() + 1)
	case reflect.String:
		changed, ok := untildoneText(value.String())
		value.SetString(changed)
		return ok
	case reflect.Slice:
		longer := reflect.MakeSlice(value.Type(), value.Len()+1, value.Len()+1)
		reflect.Copy(longer, value)
		if size := value.Len(); size > 0 {
			longer.Index(size).Set(value.Index(size - 1))
			untildoneWrong(longer.Index(size), depth+1)
		}
		value.Set(longer)
	case reflect.Array:
		for n := 0; n < value.Len(); n++ {
			if untildoneWrong(value.Index(n), depth+1) {
				return true
			}
		}
		return false
	case reflect.Map:
		return untildoneMap(value, depth)
	case reflect.Struct:
		return untildoneStruct(value, depth)
	case reflect.Ptr:
		return !value.IsNil() && untildoneCopy(value, value.Elem(), depth)
	case reflect.Interface:
		return untildoneInterface(value, depth)
	default:
		return false
	}
	return true
}

func untildoneFloat(value float64) float64 {
	if math.IsNaN(value) || math.IsInf(value, 0) || value+1 == value {
		return 1
	}
	return value + 1
}

// The last digit, else the last letter, becomes another one of its kind.
func untildoneText(text string) (string, bool) {
	if text == "" {
		return "a", true
	}
	letters := []rune(text)
	for _, is := range []func(rune) bool{unicode.IsDigit, unicode.IsLetter} {
		for n := len(letters) - 1; n >= 0; n-- {
			if is(letters[n]) && letters[n] < 128 {
				letters[n] = untildoneLetter(letters[n])
				return string(letters), true
			}
		}
	}
	return text, false
}

func untildoneLetter(letter rune) rune {
	first := 'a'
	if unicode.IsDigit(letter) {
		first = '1'
	} else if unicode.IsUpper(letter) {
		first = 'A'
	}
	if letter == first {
		return first + 1
	}
	return first
}

func untildoneMap(value reflect.Value, depth int) bool {
	changed := reflect.MakeMap(value.Type())
	keys := value.MapKeys()
	sort.Slice(keys, func(a, b int) bool { return fmt.Sprint(keys[a]) < fmt.Sprint(keys[b]) })
	for _, key := range keys {
		changed.SetMapIndex(key, value.MapIndex(key))
	}
	for _, key := range keys {
		element := untildoneFresh(value.MapIndex(key))
		if untildoneWrong(element, depth+1) {
			changed.SetMapIndex(key, element)
			value.Set(changed)
			return true
		}
	}
	key := reflect.New(value.Type().Key()).Elem()
	for n := 0; n < 9 && value.MapIndex(key).IsValid(); n++ {
		untildoneWrong(key, depth+1)
	}
	changed.SetMapIndex(key, reflect.Zero(value.Type().Elem()))
	isLonger := changed.Len() > len(keys)
	value.Set(changed)
	return isLonger
}

// Fields that others cannot see are changed only in types of this package: of others we do not know what they mean.
func untildoneStruct(value reflect.Value, depth int) bool {
	if moment, ok := value.Addr().Interface().(*time.Time); ok {
		*moment = moment.Add(time.Second)
		return true
	}
	isOurs := value.Type().PkgPath() == reflect.TypeOf(untildoneHere{}).PkgPath() || value.Type().PkgPath() == ""
	for _, isExported := range []bool{true, false} {
		for n := 0; n < value.NumField() && (isExported || isOurs); n++ {
			field := value.Field(n)
			if (value.Type().Field(n).PkgPath == "") != isExported || strings.HasPrefix(field.Type().PkgPath(), "sync") {
				continue
			}
			if untildoneWrong(reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem(), depth+1) {
				return true
			}
		}
	}
	return false
}

func untildoneInterface(value reflect.Value, depth int) bool {
	if value.Type() != untildoneErrorType {
		if value.IsNil() {
			return false
		}
		changed := untildoneFresh(value.Elem())
		if !untildoneWrong(changed, depth+1) {
			return false
		}
		value.Set(changed)
	} else if value.IsNil() {
		value.Set(reflect.ValueOf(untildoneError))
	} else {
		value.Set(reflect.Zero(value.Type()))
	}
	return true
}

func untildoneFresh(value reflect.Value) reflect.Value {
	fresh := reflect.New(value.Type()).Elem()
	fresh.Set(value)
	return fresh
}

func untildoneCopy(pointer, value reflect.Value, depth int) bool {
	fresh := reflect.New(value.Type())
	fresh.Elem().Set(value)
	if !untildoneWrong(fresh.Elem(), depth+1) {
		return false
	}
	pointer.Set(fresh)
	return true
}
