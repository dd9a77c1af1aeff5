def __untildone_load__(path, marks, is_right):
    import contextvars, functools, inspect, os
    o_open, o_write, o_close, flags = os.open, os.write, os.close, os.O_WRONLY | os.O_APPEND | os.O_CREAT
    seen = set()

    def mark(word, name):
        if (word, name) in seen:
            return
        seen.add((word, name))
        try:
            file = o_open(marks, flags, 0o600)
            try:
                o_write(file, (word + " " + name + "\n").encode("utf-8"))
            finally:
                o_close(file)
        except Exception:
            pass
UNTILDONE_WRONG_VALUES
    def answer(name, value):
        if inspect.iscoroutine(value):
            return awaited(name, value)
        changed = wrong_or_none(value)
        mark("none" if changed is NONE else "wrong", name)
        return value if changed is NONE else changed

    async def awaited(name, value):
        return answer(name, await value)

    def failed(name):
        mark("wrong", name)

    def wrap(name, how):
        inside = contextvars.ContextVar("inside", default=False)

        def leave(token):
            try:
                inside.reset(token)
            except ValueError:
                pass

        def decorate(function):
            @functools.wraps(function)
            def wrapper(*args, **kwargs):
                mark("called", name)
                if is_right:
                    return function(*args, **kwargs)
                if how == "skip":
                    return failed(name)
                if inside.get():
                    return function(*args, **kwargs)
                token = inside.set(True)
                try:
                    value = function(*args, **kwargs)
                except (Exception, SystemExit):
                    return failed(name)
                finally:
                    leave(token)
                return answer(name, value)

            @functools.wraps(function)
            async def async_wrapper(*args, **kwargs):
                mark("called", name)
                if is_right:
                    return await function(*args, **kwargs)
                if how == "skip":
                    return failed(name)
                if inside.get():
                    return await function(*args, **kwargs)
                token = inside.set(True)
                try:
                    value = await function(*args, **kwargs)
                except (Exception, SystemExit):
                    return failed(name)
                finally:
                    leave(token)
                return answer(name, value)

            return async_wrapper if inspect.iscoroutinefunction(function) else wrapper

        def value_of(value):
            mark("called", name)
            return value if is_right else answer(name, value)

        return value_of if how == "value" else decorate

    mark("loaded", path)
    return wrap
