/* The compiled twins of pure.py, which says what each of these does; tests hold the two against each other.

   Documented C API only, CPython 3.11 and newer. Nothing outlives the module or the object it belongs to:
   names and types stand in the module's state, tables in their objects, and what a search needs by the way
   is given back before it returns. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

#define MOST_PLACES 65535
#define TENSE 1
#define SHELLED 2
#define CLOSED_ZONE 4

typedef struct {
    PyObject *to_bytes;   /* the name of the method that writes a number as bytes */
    PyObject *bit_length; /* the name of the method that tells how long it is */
    PyObject *little;     /* the order of those bytes */
    PyObject *from_bytes; /* the function that reads them */
    PyTypeObject *reach;
} State;

/* --- sets as words of 64 places ------------------------------------------------------------------ */

#if defined(__GNUC__) || defined(__clang__)
#define LOWEST(word) __builtin_ctzll(word)
#define COUNT(word) __builtin_popcountll(word)
#else
static int lowest_of(uint64_t word) {
    int place = 0;
    while (!(word & 1)) { word >>= 1; place++; }
    return place;
}
static int count_of(uint64_t word) {
    int count = 0;
    for (; word; word &= word - 1) count++;
    return count;
}
#define LOWEST(word) lowest_of(word)
#define COUNT(word) count_of(word)
#endif

#define BIT(place) ((uint64_t)1 << ((place) & 63))
#define HAS(words, place) ((words)[(place) >> 6] >> ((place) & 63) & 1)

/* Bytes in little order to words and back: nothing to do but on the few machines of big order. */
static void in_order(uint64_t *words, Py_ssize_t count) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    for (Py_ssize_t i = 0; i < count; i++) words[i] = __builtin_bswap64(words[i]);
#else
    (void)words;
    (void)count;
#endif
}

/* The lowest words of a number that does not fit into 64 bits; a negative one goes on above for ever. */
static int read_long_number(State *state, PyObject *number, int is_negative, uint64_t *words, Py_ssize_t count) {
#if PY_VERSION_HEX >= 0x030D0000
    (void)state;
    (void)is_negative;
    if (PyLong_AsNativeBytes(number, words, count * 8, Py_ASNATIVEBYTES_LITTLE_ENDIAN) < 0) return -1;
    in_order(words, count);
    return 0;
#else
    PyObject *inverse = NULL, *size, *bytes;
    if (is_negative) {
        if (!(inverse = PyNumber_Invert(number))) return -1;
        number = inverse;
    }
    if (!(size = PyLong_FromSsize_t(count * 8))) goto failed;
    PyObject *arguments[] = {number, size, state->little};
    bytes = PyObject_VectorcallMethod(state->to_bytes, arguments, 3, NULL);
    Py_DECREF(size);
    if (!bytes && PyErr_ExceptionMatches(PyExc_OverflowError)) {
        /* It is longer than asked for: write it out whole. */
        PyErr_Clear();
        PyObject *length = PyObject_CallMethodNoArgs(number, state->bit_length);
        if (!length) goto failed;
        Py_ssize_t bits = PyLong_AsSsize_t(length);
        Py_DECREF(length);
        if (bits < 0 || !(size = PyLong_FromSsize_t(bits / 8 + 1))) goto failed;
        PyObject *again[] = {number, size, state->little};
        bytes = PyObject_VectorcallMethod(state->to_bytes, again, 3, NULL);
        Py_DECREF(size);
    }
    if (!bytes) goto failed;
    memcpy(words, PyBytes_AS_STRING(bytes), count * 8);
    Py_DECREF(bytes);
    in_order(words, count);
    if (is_negative)
        for (Py_ssize_t i = 0; i < count; i++) words[i] = ~words[i];
    Py_XDECREF(inverse);
    return 0;
failed:
    Py_XDECREF(inverse);
    return -1;
#endif
}

/* The lowest words of a set; -1 with an error where it is no number. */
static int read_words(State *state, PyObject *set, uint64_t *words, Py_ssize_t count) {
    int overflow;
    if (!PyLong_Check(set)) {
        PyErr_Format(PyExc_TypeError, "a set of places is an int, not %R", Py_TYPE(set));
        return -1;
    }
    long long small = PyLong_AsLongLongAndOverflow(set, &overflow);
    if (overflow) return read_long_number(state, set, overflow < 0, words, count);
    if (small == -1 && PyErr_Occurred()) return -1;
    words[0] = (uint64_t)small;
    memset(words + 1, small < 0 ? 0xff : 0, (count - 1) * 8);
    return 0;
}

static PyObject *number_of(State *state, const uint64_t *words, Py_ssize_t count) {
    while (count > 1 && !words[count - 1]) count--;
    if (count <= 1) return PyLong_FromUnsignedLongLong(count ? words[0] : 0);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    uint64_t *swapped = PyMem_Malloc(count * 8);
    if (!swapped) return PyErr_NoMemory();
    memcpy(swapped, words, count * 8);
    in_order(swapped, count);
    PyObject *bytes = PyBytes_FromStringAndSize((const char *)swapped, count * 8);
    PyMem_Free(swapped);
    words = NULL;
#elif PY_VERSION_HEX >= 0x030D0000
    (void)state;
    return PyLong_FromUnsignedNativeBytes(words, count * 8, Py_ASNATIVEBYTES_LITTLE_ENDIAN);
#else
    PyObject *bytes = PyBytes_FromStringAndSize((const char *)words, count * 8);
#endif
#if PY_VERSION_HEX < 0x030D0000 || (defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
    if (!bytes) return NULL;
    PyObject *arguments[] = {bytes, state->little};
    PyObject *number = PyObject_Vectorcall(state->from_bytes, arguments, 2, NULL);
    Py_DECREF(bytes);
    return number;
#endif
}

#define USUAL 32 /* words of a set for which the stack has room: 2,048 places */

typedef struct {
    uint64_t usual[USUAL];
    uint64_t *words;
    Py_ssize_t count;
} Set;

static void set_close(Set *set) {
    if (set->words != set->usual) PyMem_Free(set->words);
}

/* A whole set, however long; it must be closed again. */
static int set_open(State *state, PyObject *number, Set *set) {
    int overflow;
    set->words = set->usual;
    if (!PyLong_Check(number)) {
        PyErr_Format(PyExc_TypeError, "a set of places is an int, not %R", Py_TYPE(number));
        return -1;
    }
    long long small = PyLong_AsLongLongAndOverflow(number, &overflow);
    if (small == -1 && PyErr_Occurred()) return -1;
    if (overflow < 0 || (!overflow && small < 0)) {
        PyErr_SetString(PyExc_ValueError, "a set of places is never negative");
        return -1;
    }
    if (!overflow) {
        set->usual[0] = (uint64_t)small;
        set->count = 1;
        return 0;
    }
    PyObject *length = PyObject_CallMethodNoArgs(number, state->bit_length);
    if (!length) return -1;
    Py_ssize_t bits = PyLong_AsSsize_t(length);
    Py_DECREF(length);
    if (bits < 0) return -1;
    set->count = (bits + 63) / 64;
    if (set->count > USUAL && !(set->words = PyMem_Malloc(set->count * 8))) {
        set->words = set->usual;
        PyErr_NoMemory();
        return -1;
    }
    if (read_long_number(state, number, 0, set->words, set->count)) {
        set_close(set);
        return -1;
    }
    return 0;
}

static Py_ssize_t set_size(const Set *set) {
    Py_ssize_t size = 0;
    for (Py_ssize_t i = 0; i < set->count; i++) size += COUNT(set->words[i]);
    return size;
}

static State *state_of(PyObject *object) { return PyType_GetModuleState(Py_TYPE(object)); }

static int is_called_with(Py_ssize_t given, Py_ssize_t least, Py_ssize_t most, const char *name) {
    if (given >= least && given <= most) return 1;
    PyErr_Format(PyExc_TypeError, "%s: %zd to %zd arguments expected, %zd given", name, least, most, given);
    return 0;
}

/* The places of a set as a list. */
static PyObject *list_of(State *state, PyObject *number) {
    Set set;
    if (set_open(state, number, &set)) return NULL;
    PyObject *found = PyList_New(set_size(&set));
    Py_ssize_t next = 0;
    for (Py_ssize_t i = 0; found && i < set.count; i++)
        for (uint64_t word = set.words[i]; word; word &= word - 1) {
            PyObject *place = PyLong_FromSsize_t(i * 64 + LOWEST(word));
            if (!place) {
                Py_CLEAR(found);
                break;
            }
            PyList_SET_ITEM(found, next++, place);
        }
    set_close(&set);
    return found;
}

static PyObject *places_in(PyObject *module, PyObject *number) {
    PyObject *list = list_of(PyModule_GetState(module), number);
    if (!list) return NULL;
    PyObject *places = PyObject_GetIter(list);
    Py_DECREF(list);
    return places;
}

static PyObject *set_of(PyObject *module, PyObject *places) {
    Set set = {.words = set.usual, .count = 1};
    Py_ssize_t room = USUAL;
    PyObject *item, *iterator = PyObject_GetIter(places), *number = NULL;
    if (!iterator) return NULL;
    set.usual[0] = 0;
    while ((item = PyIter_Next(iterator))) {
        Py_ssize_t place = PyLong_AsSsize_t(item);
        Py_DECREF(item);
        if (place < 0) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a place is never negative");
            goto done;
        }
        Py_ssize_t needed = place / 64 + 1;
        if (needed > room) {
            room = needed + needed / 2;
            uint64_t *words = PyMem_Malloc(room * 8);
            if (!words) {
                PyErr_NoMemory();
                goto done;
            }
            memcpy(words, set.words, set.count * 8);
            set_close(&set);
            set.words = words;
        }
        if (needed > set.count) {
            memset(set.words + set.count, 0, (needed - set.count) * 8);
            set.count = needed;
        }
        set.words[place >> 6] |= BIT(place);
    }
    if (!PyErr_Occurred()) number = number_of(PyModule_GetState(module), set.words, set.count);
done:
    Py_DECREF(iterator);
    set_close(&set);
    return number;
}

static PyObject *union_of(PyObject *module, PyObject *const *args, Py_ssize_t given) {
    Set set;
    if (!is_called_with(given, 2, 2, "union_of")) return NULL;
    if (set_open(PyModule_GetState(module), args[1], &set)) return NULL;
    PyObject *found = PyLong_FromLong(0);
    for (Py_ssize_t i = 0; found && i < set.count; i++)
        for (uint64_t word = set.words[i]; found && word; word &= word - 1) {
            PyObject *one = PySequence_GetItem(args[0], i * 64 + LOWEST(word));
            PyObject *more = one ? PyNumber_Or(found, one) : NULL;
            Py_XDECREF(one);
            Py_DECREF(found);
            found = more;
        }
    set_close(&set);
    return found;
}

static PyObject *nth_member(PyObject *module, PyObject *const *args, Py_ssize_t given) {
    Set set;
    if (!is_called_with(given, 2, 2, "nth_member")) return NULL;
    Py_ssize_t n = PyLong_AsSsize_t(args[1]);
    if (n == -1 && PyErr_Occurred()) return NULL;
    if (set_open(PyModule_GetState(module), args[0], &set)) return NULL;
    PyObject *found = NULL;
    Py_ssize_t left = n;
    for (Py_ssize_t i = 0; left >= 0 && i < set.count; i++) {
        uint64_t word = set.words[i];
        Py_ssize_t here = COUNT(word);
        if (left < here) {
            while (left--) word &= word - 1;
            found = PyLong_FromSsize_t(i * 64 + LOWEST(word));
            set_close(&set);
            return found;
        }
        left -= here;
    }
    PyErr_Format(PyExc_IndexError, "a set of %zd has no member %zd", set_size(&set), n);
    set_close(&set);
    return NULL;
}

static PyObject *expanded(PyObject *module, PyObject *const *args, Py_ssize_t given) {
    Set set;
    if (!is_called_with(given, 3, 3, "expanded")) return NULL;
    PyObject *prefix = args[0];
    if (!PyTuple_Check(prefix)) {
        PyErr_SetString(PyExc_TypeError, "expanded: the prefix must be a tuple");
        return NULL;
    }
    if (set_open(PyModule_GetState(module), args[1], &set)) return NULL;
    Py_ssize_t length = PyTuple_GET_SIZE(prefix), next = 0;
    PyObject *found = PyList_New(set_size(&set));
    for (Py_ssize_t i = 0; found && i < set.count; i++)
        for (uint64_t word = set.words[i]; word; word &= word - 1) {
            PyObject *name = PySequence_GetItem(args[2], i * 64 + LOWEST(word));
            PyObject *option = name ? PyTuple_New(length + 1) : NULL;
            if (!option) {
                Py_XDECREF(name);
                Py_CLEAR(found);
                break;
            }
            for (Py_ssize_t k = 0; k < length; k++)
                PyTuple_SET_ITEM(option, k, Py_NewRef(PyTuple_GET_ITEM(prefix, k)));
            PyTuple_SET_ITEM(option, length, name);
            PyList_SET_ITEM(found, next++, option);
        }
    set_close(&set);
    return found;
}

/* --- a queue of places by cost, first come first served -------------------------------------------- */

typedef struct {
    int32_t *head, *tail, *next;
    uint16_t *place;
    int32_t used;
} Queue;

/* Room for so many costs and so many places that come in. */
static int queue_open(Queue *queue, Py_ssize_t costs, Py_ssize_t places) {
    queue->used = 0;
    queue->head = PyMem_Malloc(costs * 8 + places * 6 + 8);
    if (!queue->head) {
        PyErr_NoMemory();
        return -1;
    }
    queue->tail = queue->head + costs;
    queue->next = queue->tail + costs;
    queue->place = (uint16_t *)(queue->next + places);
    memset(queue->head, 0xff, costs * 4);
    return 0;
}

static void queue_close(Queue *queue) { PyMem_Free(queue->head); }

static inline void queue_push(Queue *queue, int place, int32_t cost) {
    int32_t at = queue->used++;
    queue->place[at] = (uint16_t)place;
    queue->next[at] = -1;
    if (queue->head[cost] < 0)
        queue->head[cost] = at;
    else
        queue->next[queue->tail[cost]] = at;
    queue->tail[cost] = at;
}

/* A budget: what is below nothing is nothing, and no sum of a cost and a step may overflow. */
static int read_budget(PyObject *number, int32_t *budget) {
    long found = PyLong_AsLong(number);
    if (found == -1 && PyErr_Occurred()) return -1;
    if (found > 100000000) {
        PyErr_SetString(PyExc_OverflowError, "a budget of more than 100,000,000");
        return -1;
    }
    *budget = found < -1 ? -1 : (int32_t)found;
    return 0;
}

static int read_start(PyObject *number, Py_ssize_t size, Py_ssize_t *start) {
    *start = PyLong_AsSsize_t(number);
    if (*start == -1 && PyErr_Occurred()) return -1;
    if (*start < 0 || *start >= size) {
        PyErr_Format(PyExc_IndexError, "%zd is not a place of this map", *start);
        return -1;
    }
    return 0;
}

/* --- reach ------------------------------------------------------------------------------------------- */

typedef struct {
    PyObject_HEAD
    Py_ssize_t count, words;
    int32_t *cost;            /* of each place, cheapest first; one block of memory with the two below */
    uint16_t *place, *before; /* `before` counts in this same order */
    PyObject *costs, *mask;   /* as Python wants them, made when first asked for */
} Reach;

static Reach *reach_new(State *state, Py_ssize_t count, Py_ssize_t words) {
    Reach *reach = PyObject_New(Reach, state->reach);
    if (!reach) return NULL;
    reach->count = count;
    reach->words = words;
    reach->costs = reach->mask = NULL;
    reach->cost = PyMem_Malloc(count * 8);
    if (!reach->cost) {
        Py_DECREF(reach);
        PyErr_NoMemory();
        return NULL;
    }
    reach->place = (uint16_t *)(reach->cost + count);
    reach->before = reach->place + count;
    return reach;
}

static void reach_dealloc(PyObject *self) {
    Reach *reach = (Reach *)self;
    PyTypeObject *type = Py_TYPE(self);
    PyMem_Free(reach->cost);
    Py_XDECREF(reach->costs);
    Py_XDECREF(reach->mask);
    PyObject_Free(self);
    Py_DECREF(type);
}

/* The set of the first so many places, the start left out. */
static PyObject *reach_first(Reach *reach, Py_ssize_t count) {
    uint64_t usual[USUAL], *words = usual;
    if (reach->words > USUAL && !(words = PyMem_Malloc(reach->words * 8))) return PyErr_NoMemory();
    memset(words, 0, reach->words * 8);
    for (Py_ssize_t i = 1; i < count; i++) words[reach->place[i] >> 6] |= BIT(reach->place[i]);
    PyObject *set = number_of(state_of((PyObject *)reach), words, reach->words);
    if (words != usual) PyMem_Free(words);
    return set;
}

static PyObject *reach_mask(PyObject *self, void *unused) {
    Reach *reach = (Reach *)self;
    (void)unused;
    if (!reach->mask && !(reach->mask = reach_first(reach, reach->count))) return NULL;
    return Py_NewRef(reach->mask);
}

static PyObject *reach_start(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromLong(((Reach *)self)->place[0]);
}

/* dictionary[key] = value for two numbers */
static int put_number(PyObject *dictionary, long key, long value) {
    PyObject *k = PyLong_FromLong(key), *v = PyLong_FromLong(value);
    int failed = !k || !v || PyDict_SetItem(dictionary, k, v);
    Py_XDECREF(k);
    Py_XDECREF(v);
    return failed ? -1 : 0;
}

static PyObject *reach_costs(PyObject *self, void *unused) {
    Reach *reach = (Reach *)self;
    (void)unused;
    if (!reach->costs) {
        PyObject *costs = PyDict_New();
        if (!costs) return NULL;
        for (Py_ssize_t i = 0; i < reach->count; i++)
            if (put_number(costs, reach->place[i], reach->cost[i])) {
                Py_DECREF(costs);
                return NULL;
            }
        reach->costs = costs;
    }
    return Py_NewRef(reach->costs);
}

static PyObject *reach_within(PyObject *self, PyObject *number) {
    Reach *reach = (Reach *)self;
    long budget = PyLong_AsLong(number);
    if (budget == -1 && PyErr_Occurred()) return NULL;
    Py_ssize_t low = 0, high = reach->count;
    while (low < high) {
        Py_ssize_t middle = (low + high) / 2;
        if (reach->cost[middle] <= budget)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == reach->count) return reach_mask(self, NULL);
    return reach_first(reach, low);
}

/* Where a place stands in the order; -1 with an error where it is out of reach. */
static Py_ssize_t reach_index(Reach *reach, PyObject *number) {
    long place = PyLong_AsLong(number);
    if (place == -1 && PyErr_Occurred()) return -1;
    for (Py_ssize_t i = 0; i < reach->count; i++)
        if (reach->place[i] == place) return i;
    PyErr_SetObject(PyExc_KeyError, number);
    return -1;
}

static PyObject *reach_cost(PyObject *self, PyObject *number) {
    Py_ssize_t index = reach_index((Reach *)self, number);
    return index < 0 ? NULL : PyLong_FromLong(((Reach *)self)->cost[index]);
}

static PyObject *reach_path(PyObject *self, PyObject *number) {
    Reach *reach = (Reach *)self;
    Py_ssize_t index = reach_index(reach, number), steps = 0;
    if (index < 0) return NULL;
    for (Py_ssize_t i = index; i; i = reach->before[i]) steps++;
    PyObject *path = PyList_New(steps);
    if (!path) return NULL;
    for (Py_ssize_t i = index; i; i = reach->before[i]) {
        PyObject *place = PyLong_FromLong(reach->place[i]);
        if (!place) {
            Py_DECREF(path);
            return NULL;
        }
        PyList_SET_ITEM(path, --steps, place);
    }
    return path;
}

static PyObject *reach_compact(PyObject *self, PyObject *unused) {
    Reach *reach = (Reach *)self;
    (void)unused;
    Py_CLEAR(reach->costs);
    return Py_NewRef(self);
}

/* The attribute of a module of this package: what a pickle is made from again. */
static PyObject *named(const char *module_name, const char *name) {
    PyObject *module = PyImport_ImportModule(module_name);
    if (!module) return NULL;
    PyObject *found = PyObject_GetAttrString(module, name);
    Py_DECREF(module);
    return found;
}

/* It arrives as a plain one, which every process can read. */
static PyObject *reach_reduce(PyObject *self, PyObject *unused) {
    Reach *reach = (Reach *)self;
    (void)unused;
    PyObject *type = named("bullrun.fast.pure", "Reach"), *costs = reach_costs(self, NULL);
    PyObject *mask = reach_mask(self, NULL), *before = PyDict_New();
    if (!type || !costs || !mask || !before) goto failed;
    for (Py_ssize_t i = 1; i < reach->count; i++)
        if (put_number(before, reach->place[i], reach->place[reach->before[i]])) goto failed;
    return Py_BuildValue("N(lNNN)", type, (long)reach->place[0], costs, before, mask);
failed:
    Py_XDECREF(type);
    Py_XDECREF(costs);
    Py_XDECREF(mask);
    Py_XDECREF(before);
    return NULL;
}

static PyGetSetDef reach_attributes[] = {
    {"costs", reach_costs, NULL, PyDoc_STR("The least cost of each place, cheapest first."), NULL},
    {"mask", reach_mask, NULL, PyDoc_STR("All places but the start."), NULL},
    {"start", reach_start, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef reach_methods[] = {
    {"compact", reach_compact, METH_NOARGS, NULL}, {"cost", reach_cost, METH_O, NULL},
    {"path", reach_path, METH_O, NULL},            {"within", reach_within, METH_O, NULL},
    {"__reduce__", reach_reduce, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL},
};

static PyType_Slot reach_slots[] = {
    {Py_tp_dealloc, reach_dealloc},
    {Py_tp_getset, reach_attributes},
    {Py_tp_methods, reach_methods},
    {Py_tp_doc, (void *)PyDoc_STR("Where a piece can get to: see bullrun.fast.pure.")},
    {0, NULL},
};

static PyType_Spec reach_spec = {
    .name = "bullrun.fast.compiled.Reach",
    .basicsize = sizeof(Reach),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = reach_slots,
};

/* --- tables of steps: what Graph, StepSets and MarchMap share ------------------------------------------ */

typedef struct {
    PyObject_HEAD
    PyObject *rows;
    Py_ssize_t size, words; /* places, and words of a set of them */
    Py_ssize_t edges;
    int32_t extra;  /* of a MarchMap */
    int32_t *first; /* the number of the first step from each place, and of the one after the last */
    int32_t *cost;  /* of each step; of a MarchMap the cost under control follows as a second table */
    uint16_t *to;
    uint64_t *sets; /* of StepSets: four sets a zone */
} Table;

static void table_dealloc(PyObject *self) {
    Table *table = (Table *)self;
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = PyType_GetSlot(type, Py_tp_free);
    PyMem_Free(table->first);
    PyMem_Free(table->cost);
    PyMem_Free(table->to);
    PyMem_Free(table->sets);
    Py_XDECREF(table->rows);
    release(self);
    Py_DECREF(type);
}

static Table *table_new(PyTypeObject *type, PyObject *rows) {
    allocfunc allocate = PyType_GetSlot(type, Py_tp_alloc);
    Table *table = (Table *)allocate(type, 0); /* all zero */
    if (!table) return NULL;
    table->rows = PySequence_Tuple(rows);
    if (!table->rows) goto failed;
    table->size = PyTuple_GET_SIZE(table->rows);
    table->words = table->size / 64 + 1;
    if (table->size > MOST_PLACES) {
        PyErr_Format(PyExc_ValueError, "a map of %zd places; at most %d are possible", table->size, MOST_PLACES);
        goto failed;
    }
    return table;
failed:
    Py_DECREF(table);
    return NULL;
}

/* A row or a step: a tuple, of so many numbers if that is not 0. */
static PyObject *tuple_of(PyObject *tuple, Py_ssize_t length) {
    if (PyTuple_Check(tuple) && (!length || PyTuple_GET_SIZE(tuple) == length)) return tuple;
    PyErr_Format(PyExc_TypeError, "a step is not given as it should be: %R", tuple);
    return NULL;
}

static int read_cost(PyObject *number, int32_t *cost) {
    long found = PyLong_AsLong(number);
    if (found == -1 && PyErr_Occurred()) return -1;
    if (found < 0 || found > 100000000) {
        PyErr_Format(PyExc_ValueError, "a step that costs %ld", found);
        return -1;
    }
    *cost = (int32_t)found;
    return 0;
}

/* Read rows of steps: a place and one cost or two. */
static int table_read(Table *table, int costs) {
    Py_ssize_t next = 0;
    for (Py_ssize_t i = 0; i < table->size; i++) {
        PyObject *row = tuple_of(PyTuple_GET_ITEM(table->rows, i), 0);
        if (!row) return -1;
        table->edges += PyTuple_GET_SIZE(row);
    }
    table->first = PyMem_Malloc((table->size + 1) * 4);
    table->cost = PyMem_Malloc(table->edges * 4 * costs + 4);
    table->to = PyMem_Malloc(table->edges * 2 + 2);
    if (!table->first || !table->cost || !table->to) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t i = 0; i < table->size; i++) {
        PyObject *row = PyTuple_GET_ITEM(table->rows, i);
        table->first[i] = (int32_t)next;
        for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(row); k++, next++) {
            Py_ssize_t to;
            PyObject *step = tuple_of(PyTuple_GET_ITEM(row, k), costs + 1);
            if (!step || read_start(PyTuple_GET_ITEM(step, 0), table->size, &to)) return -1;
            table->to[next] = (uint16_t)to;
            for (int c = 0; c < costs; c++)
                if (read_cost(PyTuple_GET_ITEM(step, c + 1), table->cost + c * table->edges + next)) return -1;
        }
    }
    table->first[table->size] = (int32_t)next;
    return 0;
}

static PyObject *table_rows(PyObject *self, void *unused) {
    (void)unused;
    return Py_NewRef(((Table *)self)->rows);
}

static PyGetSetDef table_attributes[] = {
    {"rows", table_rows, NULL, PyDoc_STR("What it was made from."), NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static int takes_rows(PyObject *args, PyObject *keywords, const char *name, Py_ssize_t count) {
    if ((keywords && PyDict_Size(keywords)) || PyTuple_GET_SIZE(args) != count) {
        PyErr_Format(PyExc_TypeError, "%s takes %zd positional arguments", name, count);
        return 0;
    }
    return 1;
}

/* --- the bucket search ----------------------------------------------------------------------------------- */

static PyObject *graph_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    if (!takes_rows(args, keywords, "Graph", 1)) return NULL;
    Table *graph = table_new(type, PyTuple_GET_ITEM(args, 0));
    if (graph && table_read(graph, 1)) Py_CLEAR(graph);
    return (PyObject *)graph;
}

static PyObject *graph_reduce(PyObject *self, PyObject *unused) {
    (void)unused;
    PyObject *type = named("bullrun.fast", "Graph");
    return type ? Py_BuildValue("N(O)", type, ((Table *)self)->rows) : NULL;
}

/* A limit for every place, and -1 for those of a set. */
static void limit_costs(int32_t *costs, Py_ssize_t size, int32_t limit, const uint64_t *closed) {
    for (Py_ssize_t i = 0; i < size; i++) costs[i] = limit;
    for (Py_ssize_t i = 0; i <= size / 64; i++)
        for (uint64_t word = closed[i]; word; word &= word - 1) {
            Py_ssize_t place = i * 64 + LOWEST(word);
            if (place < size) costs[place] = -1;
        }
}

static PyObject *graph_search(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    Table *graph = (Table *)self;
    State *state = state_of(self);
    Py_ssize_t start, size = graph->size, words = graph->words, count = 0;
    int32_t budget;
    Reach *reach = NULL;
    Queue queue;
    if (!is_called_with(given, 2, 5, "search")) return NULL;
    if (read_start(args[0], size, &start) || read_budget(args[1], &budget)) return NULL;
    /* One block: three sets, costs, and for each place the one before it and its number in the order. */
    uint64_t *sets = PyMem_Calloc(1, words * 24 + size * 12);
    if (!sets) return PyErr_NoMemory();
    uint64_t *stops = sets, *closed = sets + words, *barred = closed + words;
    int32_t *costs = (int32_t *)(barred + words), *paid = costs + size;
    uint16_t *before = (uint16_t *)(paid + size), *number = before + size;
    for (Py_ssize_t i = 2; i < given; i++)
        if (read_words(state, args[i], sets + (i - 2) * words, words)) goto done;
    limit_costs(costs, size, budget + 1, closed);
    costs[start] = 0;
    if (queue_open(&queue, budget + 1, graph->edges)) goto done;
    for (int32_t e = graph->first[start]; e < graph->first[start + 1]; e++) {
        int to = graph->to[e];
        if (graph->cost[e] < costs[to] && !HAS(barred, to)) {
            costs[to] = graph->cost[e];
            before[to] = (uint16_t)start;
            queue_push(&queue, to, costs[to]);
        }
    }
    uint16_t *order = PyMem_Malloc((size + 1) * 2);
    if (!order) {
        queue_close(&queue);
        PyErr_NoMemory();
        goto done;
    }
    order[count++] = (uint16_t)start;
    for (int32_t cost = 0; cost <= budget; cost++)
        for (int32_t at = queue.head[cost]; at >= 0; at = queue.next[at]) {
            int place = queue.place[at];
            if (costs[place] != cost) continue;
            number[place] = (uint16_t)count;
            paid[count] = cost;
            order[count++] = (uint16_t)place;
            if (HAS(stops, place)) continue;
            for (int32_t e = graph->first[place]; e < graph->first[place + 1]; e++) {
                int to = graph->to[e];
                int32_t total = cost + graph->cost[e];
                if (total < costs[to]) {
                    costs[to] = total;
                    before[to] = (uint16_t)place;
                    queue_push(&queue, to, total);
                }
            }
        }
    queue_close(&queue);
    reach = reach_new(state, count, words);
    if (reach) {
        memcpy(reach->cost, paid, count * 4);
        memcpy(reach->place, order, count * 2);
        reach->before[0] = 0;
        for (Py_ssize_t i = 1; i < count; i++) reach->before[i] = number[before[order[i]]];
    }
    PyMem_Free(order);
done:
    PyMem_Free(sets);
    return (PyObject *)reach;
}

static PyObject *graph_costs_to_nearest(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    Table *graph = (Table *)self;
    State *state = state_of(self);
    Py_ssize_t size = graph->size, words = graph->words;
    int32_t budget;
    PyObject *found = NULL;
    Queue queue;
    if (!is_called_with(given, 4, 4, "costs_to_nearest")) return NULL;
    if (read_budget(args[1], &budget)) return NULL;
    uint64_t *goals = PyMem_Calloc(1, words * 16 + size * 4);
    if (!goals) return PyErr_NoMemory();
    uint64_t *closed = goals + words;
    int32_t *costs = (int32_t *)(closed + words);
    if (read_words(state, args[0], goals, words) || read_words(state, args[2], closed, words)) goto done;
    limit_costs(costs, size, budget + 1, closed);
    if (queue_open(&queue, budget + 1, graph->edges + size)) goto done;
    for (Py_ssize_t i = 0; budget >= 0 && i < words; i++)
        for (uint64_t word = goals[i]; word; word &= word - 1) {
            Py_ssize_t place = i * 64 + LOWEST(word);
            if (place >= size) continue;
            costs[place] = 0;
            queue_push(&queue, (int)place, 0);
        }
    found = PyList_New(size);
    for (Py_ssize_t i = 0; found && i < size; i++) PyList_SET_ITEM(found, i, Py_NewRef(args[3]));
    for (int32_t cost = 0; found && cost <= budget; cost++) {
        if (queue.head[cost] < 0) continue;
        PyObject *as_number = PyLong_FromLong(cost);
        if (!as_number) Py_CLEAR(found);
        for (int32_t at = queue.head[cost]; found && at >= 0; at = queue.next[at]) {
            int place = queue.place[at];
            if (costs[place] != cost) continue;
            PyList_SetItem(found, place, Py_NewRef(as_number));
            for (int32_t e = graph->first[place]; e < graph->first[place + 1]; e++) {
                int to = graph->to[e];
                int32_t total = cost + graph->cost[e];
                if (total < costs[to]) {
                    costs[to] = total;
                    queue_push(&queue, to, total);
                }
            }
        }
        Py_XDECREF(as_number);
    }
    queue_close(&queue);
done:
    PyMem_Free(goals);
    return found;
}

static PyObject *graph_flood(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    Table *graph = (Table *)self;
    Py_ssize_t start, size = graph->size, words = graph->words, count = 0;
    int32_t budget;
    PyObject *found = NULL;
    Queue queue;
    if (!is_called_with(given, 3, 3, "flood")) return NULL;
    if (read_start(args[0], size, &start) || read_budget(args[1], &budget)) return NULL;
    if (budget < 0) budget = 0;
    uint64_t *barred = PyMem_Calloc(1, words * 8 + size * 6);
    if (!barred) return PyErr_NoMemory();
    int32_t *costs = (int32_t *)(barred + words);
    uint16_t *order = (uint16_t *)(costs + size);
    if (read_words(state_of(self), args[2], barred, words)) goto done;
    for (Py_ssize_t i = 0; i < size; i++) costs[i] = budget + 1;
    if (queue_open(&queue, budget + 1, graph->edges + 1)) goto done;
    costs[start] = 0;
    order[count++] = (uint16_t)start;
    queue_push(&queue, (int)start, 0);
    for (int32_t cost = 0; cost <= budget; cost++)
        for (int32_t at = queue.head[cost]; at >= 0; at = queue.next[at]) {
            int place = queue.place[at];
            if (costs[place] != cost) continue;
            for (int32_t e = graph->first[place]; e < graph->first[place + 1]; e++) {
                int to = graph->to[e];
                int32_t total = cost + graph->cost[e];
                if (total < costs[to] && !HAS(barred, to)) {
                    if (costs[to] > budget) order[count++] = (uint16_t)to;
                    costs[to] = total;
                    queue_push(&queue, to, total);
                }
            }
        }
    queue_close(&queue);
    found = PyDict_New();
    for (Py_ssize_t i = 0; found && i < count; i++)
        if (put_number(found, order[i], costs[order[i]])) Py_CLEAR(found);
done:
    PyMem_Free(barred);
    return found;
}

static PyObject *graph_nearest_of(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    Table *graph = (Table *)self;
    State *state = state_of(self);
    Py_ssize_t start, size = graph->size, words = graph->words;
    int32_t budget;
    PyObject *found = NULL;
    Queue queue;
    if (!is_called_with(given, 4, 4, "nearest_of")) return NULL;
    if (read_start(args[0], size, &start) || read_budget(args[2], &budget)) return NULL;
    uint64_t *wanted = PyMem_Calloc(1, words * 24 + size * 4);
    if (!wanted) return PyErr_NoMemory();
    uint64_t *barred = wanted + words, *nearest = barred + words;
    int32_t *costs = (int32_t *)(nearest + words);
    if (read_words(state, args[1], wanted, words) || read_words(state, args[3], barred, words)) goto done;
    for (Py_ssize_t i = 0; i < size; i++) costs[i] = budget + 1;
    if (queue_open(&queue, budget + 1, graph->edges + 1)) goto done;
    costs[start] = 0;
    if (budget >= 0) queue_push(&queue, (int)start, 0);
    for (int32_t cost = 0, any = 0; !any && cost <= budget; cost++)
        for (int32_t at = queue.head[cost]; at >= 0; at = queue.next[at]) {
            int place = queue.place[at];
            if (costs[place] != cost) continue;
            if (HAS(wanted, place)) {
                nearest[place >> 6] |= BIT(place);
                any = 1;
            }
            for (int32_t e = graph->first[place]; e < graph->first[place + 1]; e++) {
                int to = graph->to[e];
                int32_t total = cost + graph->cost[e];
                if (total < costs[to] && !HAS(barred, to)) {
                    costs[to] = total;
                    queue_push(&queue, to, total);
                }
            }
        }
    queue_close(&queue);
    found = number_of(state, nearest, words);
done:
    PyMem_Free(wanted);
    return found;
}

static PyMethodDef graph_methods[] = {
    {"nearest_of", (PyCFunction)(void (*)(void))graph_nearest_of, METH_FASTCALL, NULL},
    {"search", (PyCFunction)(void (*)(void))graph_search, METH_FASTCALL, NULL},
    {"costs_to_nearest", (PyCFunction)(void (*)(void))graph_costs_to_nearest, METH_FASTCALL, NULL},
    {"flood", (PyCFunction)(void (*)(void))graph_flood, METH_FASTCALL, NULL},
    {"__reduce__", graph_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot graph_slots[] = {
    {Py_tp_new, graph_new},
    {Py_tp_dealloc, table_dealloc},
    {Py_tp_getset, table_attributes},
    {Py_tp_methods, graph_methods},
    {Py_tp_doc, (void *)PyDoc_STR("The steps from each place: see bullrun.fast.pure.")},
    {0, NULL},
};

static PyType_Spec graph_spec = {
    .name = "bullrun.fast.compiled.Graph",
    .basicsize = sizeof(Table),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = graph_slots,
};

/* --- floods over zones -------------------------------------------------------------------------------------- */

static PyObject *step_sets_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    if (!takes_rows(args, keywords, "StepSets", 1)) return NULL;
    Table *table = table_new(type, PyTuple_GET_ITEM(args, 0));
    if (!table) return NULL;
    State *state = PyType_GetModuleState(type);
    table->sets = PyMem_Calloc(table->size * 4 + 1, table->words * 8);
    if (!table->sets) {
        Py_DECREF(table);
        return PyErr_NoMemory();
    }
    for (Py_ssize_t i = 0; i < table->size; i++) {
        PyObject *row = tuple_of(PyTuple_GET_ITEM(table->rows, i), 4);
        for (Py_ssize_t k = 0; row && k < 4; k++)
            if (read_words(state, PyTuple_GET_ITEM(row, k), table->sets + (i * 4 + k) * table->words, table->words))
                row = NULL;
        if (!row) {
            Py_DECREF(table);
            return NULL;
        }
    }
    return (PyObject *)table;
}

static PyObject *step_sets_reduce(PyObject *self, PyObject *unused) {
    (void)unused;
    PyObject *type = named("bullrun.fast", "StepSets");
    return type ? Py_BuildValue("N(O)", type, ((Table *)self)->rows) : NULL;
}

/* Arguments: start, points, stops, closed, barred at start, tense, shelled. */
static PyObject *step_sets_in_reach(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    Table *table = (Table *)self;
    State *state = state_of(self);
    Py_ssize_t start, words = table->words;
    int32_t points;
    PyObject *found = NULL;
    uint64_t usual[256];
    if (!is_called_with(given, 4, 7, "in_reach")) return NULL;
    if (read_start(args[0], table->size, &start) || read_budget(args[1], &points)) return NULL;
    if (points < 0) points = 0;
    /* The five sets given, what is reached, the four kinds of steps, and what falls due at each cost. */
    Py_ssize_t needed = words * (5 + 1 + 4 + points + 5);
    uint64_t *sets = usual;
    if (needed > 256 && !(sets = PyMem_Malloc(needed * 8))) return PyErr_NoMemory();
    memset(sets, 0, needed * 8);
    uint64_t *stops = sets, *closed = stops + words, *barred = closed + words, *tense = barred + words;
    uint64_t *shelled = tense + words, *reached = shelled + words, *steps = reached + words;
    uint64_t *due = steps + 4 * words;
    for (Py_ssize_t i = 2; i < given; i++)
        if (read_words(state, args[i], sets + (i - 2) * words, words)) goto done;
    due[start >> 6] = reached[start >> 6] = BIT(start);
    for (int32_t spent = 0; spent < points; spent++) {
        int any = 0;
        memset(steps, 0, 4 * words * 8);
        for (Py_ssize_t i = 0; i < words; i++) {
            uint64_t fresh = due[spent * words + i];
            if (spent) {
                fresh &= ~reached[i];
                reached[i] |= fresh;
                fresh &= ~stops[i];
            }
            for (; fresh; fresh &= fresh - 1) {
                Py_ssize_t zone = i * 64 + LOWEST(fresh);
                if (zone >= table->size) break;
                const uint64_t *row = table->sets + zone * 4 * words;
                int hemmed = HAS(tense, zone);
                any = 1;
                for (Py_ssize_t k = 0; k < words; k++) {
                    /* A step into or out of a tense zone has no road rate. */
                    uint64_t no_road = hemmed ? ~(uint64_t)0 : tense[k];
                    steps[k] |= row[k] & ~no_road;
                    steps[words + k] |= row[words + k] | (row[k] & no_road);
                    steps[2 * words + k] |= row[2 * words + k] & ~no_road;
                    steps[3 * words + k] |= row[3 * words + k] | (row[2 * words + k] & no_road);
                }
            }
        }
        if (!any) continue;
        for (Py_ssize_t k = 0; k < words; k++) {
            uint64_t enterable = ~(closed[k] | (spent ? 0 : barred[k])), guns = shelled[k];
            uint64_t one = steps[k] & enterable, two = (steps[words + k] | steps[2 * words + k]) & enterable;
            uint64_t three = steps[3 * words + k] & enterable;
            due[(spent + 1) * words + k] |= one & ~guns;
            due[(spent + 2) * words + k] |= (two & ~guns) | (one & guns);
            due[(spent + 3) * words + k] |= (three & ~guns) | (two & guns);
            due[(spent + 4) * words + k] |= three & guns;
        }
    }
    for (Py_ssize_t k = 0; k < words; k++) reached[k] |= due[points * words + k];
    reached[start >> 6] &= ~BIT(start);
    found = number_of(state, reached, words);
done:
    if (sets != usual) PyMem_Free(sets);
    return found;
}

static PyMethodDef step_sets_methods[] = {
    {"in_reach", (PyCFunction)(void (*)(void))step_sets_in_reach, METH_FASTCALL, NULL},
    {"__reduce__", step_sets_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot step_sets_slots[] = {
    {Py_tp_new, step_sets_new},
    {Py_tp_dealloc, table_dealloc},
    {Py_tp_getset, table_attributes},
    {Py_tp_methods, step_sets_methods},
    {Py_tp_doc, (void *)PyDoc_STR("The zones that each zone leads to: see bullrun.fast.pure.")},
    {0, NULL},
};

static PyType_Spec step_sets_spec = {
    .name = "bullrun.fast.compiled.StepSets",
    .basicsize = sizeof(Table),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = step_sets_slots,
};

/* --- ways over a map of dangers -------------------------------------------------------------------------------- */

static PyObject *march_map_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    int32_t extra;
    if (!takes_rows(args, keywords, "MarchMap", 2) || read_cost(PyTuple_GET_ITEM(args, 1), &extra)) return NULL;
    Table *map = table_new(type, PyTuple_GET_ITEM(args, 0));
    if (map && table_read(map, 2)) Py_CLEAR(map);
    if (map) map->extra = extra;
    return (PyObject *)map;
}

static PyObject *march_map_reduce(PyObject *self, PyObject *unused) {
    (void)unused;
    PyObject *type = named("bullrun.fast", "MarchMap");
    return type ? Py_BuildValue("N(Ol)", type, ((Table *)self)->rows, (long)((Table *)self)->extra) : NULL;
}

/* Arguments: start, points, danger, stops, barred at start. */
static PyObject *march_map_ways(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    Table *map = (Table *)self;
    Py_ssize_t start, size = map->size, words = map->words, count = 0;
    int32_t points;
    PyObject *costs_found = NULL, *before_found = NULL;
    Py_buffer danger_bytes;
    Queue queue;
    if (!is_called_with(given, 4, 5, "ways")) return NULL;
    if (read_start(args[0], size, &start) || read_budget(args[1], &points)) return NULL;
    long stops = PyLong_AsLong(args[3]);
    if (stops == -1 && PyErr_Occurred()) return NULL;
    if (PyObject_GetBuffer(args[2], &danger_bytes, PyBUF_SIMPLE)) return NULL;
    const uint8_t *danger = danger_bytes.buf;
    uint64_t *barred = PyMem_Calloc(1, words * 8 + size * 8);
    if (!barred) {
        PyErr_NoMemory();
        goto released;
    }
    int32_t *costs = (int32_t *)(barred + words);
    uint16_t *before = (uint16_t *)(costs + size), *order = before + size;
    if (danger_bytes.len < size) {
        PyErr_Format(PyExc_ValueError, "a map of %zd dangers for %zd zones", danger_bytes.len, size);
        goto done;
    }
    if (given > 4 && read_words(state_of(self), args[4], barred, words)) goto done;
    for (Py_ssize_t i = 0; i < size; i++) costs[i] = points + 1;
    if (queue_open(&queue, points + 1, map->edges + 1)) goto done;
    costs[start] = 0;
    order[count++] = (uint16_t)start;
    if (points >= 0) queue_push(&queue, (int)start, 0);
    for (int32_t spent = 0; spent == 0 || spent < points; spent++) {
        if (points < 0) break;
        for (int32_t at = queue.head[spent]; at >= 0; at = queue.next[at]) {
            int zone = queue.place[at], tense = danger[zone] & TENSE;
            if (costs[zone] != spent || (zone != start && danger[zone] & stops)) continue;
            for (int32_t e = map->first[zone]; e < map->first[zone + 1]; e++) {
                int to = map->to[e], kind = danger[to];
                if (kind & CLOSED_ZONE || (zone == start && HAS(barred, to))) continue;
                int32_t total = spent + map->cost[tense || kind & TENSE ? map->edges + e : e];
                if (kind & SHELLED) total += map->extra;
                if (total < costs[to]) {
                    if (costs[to] > points) order[count++] = (uint16_t)to;
                    costs[to] = total;
                    before[to] = (uint16_t)zone;
                    queue_push(&queue, to, total);
                }
            }
        }
    }
    queue_close(&queue);
    costs_found = PyDict_New();
    before_found = PyDict_New();
    int failed = !costs_found || !before_found;
    for (Py_ssize_t i = 0; !failed && i < count; i++)
        failed = put_number(costs_found, order[i], costs[order[i]]) ||
                 (i && put_number(before_found, order[i], before[order[i]]));
    if (failed) {
        Py_CLEAR(costs_found);
        Py_CLEAR(before_found);
    }
done:
    PyMem_Free(barred);
released:
    PyBuffer_Release(&danger_bytes);
    return costs_found ? Py_BuildValue("NN", costs_found, before_found) : NULL;
}

static PyMethodDef march_map_methods[] = {
    {"ways", (PyCFunction)(void (*)(void))march_map_ways, METH_FASTCALL, NULL},
    {"__reduce__", march_map_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot march_map_slots[] = {
    {Py_tp_new, march_map_new},
    {Py_tp_dealloc, table_dealloc},
    {Py_tp_getset, table_attributes},
    {Py_tp_methods, march_map_methods},
    {Py_tp_doc, (void *)PyDoc_STR("The steps of a march: see bullrun.fast.pure.")},
    {0, NULL},
};

static PyType_Spec march_map_spec = {
    .name = "bullrun.fast.compiled.MarchMap",
    .basicsize = sizeof(Table),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = march_map_slots,
};

/* --- the module ---------------------------------------------------------------------------------------------------- */

static PyMethodDef functions[] = {
    {"places_in", places_in, METH_O, NULL},
    {"set_of", set_of, METH_O, NULL},
    {"union_of", (PyCFunction)(void (*)(void))union_of, METH_FASTCALL, NULL},
    {"nth_member", (PyCFunction)(void (*)(void))nth_member, METH_FASTCALL, NULL},
    {"expanded", (PyCFunction)(void (*)(void))expanded, METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL},
};

static int add_type(PyObject *module, PyType_Spec *spec, PyTypeObject **kept) {
    PyObject *type = PyType_FromModuleAndSpec(module, spec, NULL);
    if (!type) return -1;
    int failed = PyModule_AddType(module, (PyTypeObject *)type);
    if (kept && !failed) *kept = (PyTypeObject *)Py_NewRef(type);
    Py_DECREF(type);
    return failed;
}

/* What it was built from: setup.py gives the number, and a built part of another source is not used. */
#define BUILT_FROM "bullrun source "
#ifndef SOURCE
#define SOURCE ""
#endif

static int module_exec(PyObject *module) {
    State *state = PyModule_GetState(module);
    state->to_bytes = PyUnicode_InternFromString("to_bytes");
    state->bit_length = PyUnicode_InternFromString("bit_length");
    state->little = PyUnicode_InternFromString("little");
    state->from_bytes = PyObject_GetAttrString((PyObject *)&PyLong_Type, "from_bytes");
    if (!state->to_bytes || !state->bit_length || !state->little || !state->from_bytes) return -1;
    if (PyModule_AddStringConstant(module, "SOURCE", BUILT_FROM SOURCE)) return -1;
    if (add_type(module, &reach_spec, &state->reach) || add_type(module, &graph_spec, NULL)) return -1;
    return add_type(module, &step_sets_spec, NULL) || add_type(module, &march_map_spec, NULL) ? -1 : 0;
}

static int module_traverse(PyObject *module, visitproc visit, void *arg) {
    State *state = PyModule_GetState(module);
    Py_VISIT(state->from_bytes);
    Py_VISIT(state->reach);
    return 0;
}

static int module_clear(PyObject *module) {
    State *state = PyModule_GetState(module);
    Py_CLEAR(state->to_bytes);
    Py_CLEAR(state->bit_length);
    Py_CLEAR(state->little);
    Py_CLEAR(state->from_bytes);
    Py_CLEAR(state->reach);
    return 0;
}

static void module_free(void *module) { module_clear(module); }

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, module_exec}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "bullrun.fast.compiled",
    .m_doc = PyDoc_STR("The compiled twins of bullrun.fast.pure."),
    .m_size = sizeof(State),
    .m_methods = functions,
    .m_slots = module_slots,
    .m_traverse = module_traverse,
    .m_clear = module_clear,
    .m_free = module_free,
};

PyMODINIT_FUNC PyInit_compiled(void) { return PyModuleDef_Init(&definition); }
