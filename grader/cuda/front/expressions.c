// expressions.c - expressions: what they are made of, and how they are read.
//
// Reading is by precedence. The makers below check the types and add the conversions, so the tree is typed from the
// leaves up; an operator on a record becomes a call here.
#include "../../system/text_edits.h"
#include "front.h"

// ---- makers ---------------------------------------------------------------------------------------------------

Expression *expression_new(Front *front, ExpressionKind kind, const Type *type, Place place) {
    Expression *expression = front_alloc(front, sizeof *expression);
    expression->kind = kind;
    expression->type = type;
    expression->place = place;
    return expression;
}

bool is_error(const Expression *expression) { return expression->kind == EXPR_ERROR; }

Expression *make_error(Front *front, Place place) {
    return expression_new(front, EXPR_ERROR, type_basic(front, TYPE_ERROR), place);
}

Expression *make_integer(Front *front, const Type *type, uint64_t value, Place place) {
    Expression *expression = expression_new(front, EXPR_INTEGER, type->plain, place);
    expression->integer = value;
    return expression;
}

Expression *make_floating(Front *front, const Type *type, double value, Place place) {
    Expression *expression = expression_new(front, EXPR_FLOATING, type->plain, place);
    expression->floating = value;
    return expression;
}

static Expression *make_unary(Front *front, ExpressionKind kind, const Type *type, Expression *left, Place place) {
    Expression *expression = expression_new(front, kind, type, place);
    expression->left = left;
    return expression;
}

Expression *make_variable(Front *front, Variable *variable, Place place) {
    Expression *expression = expression_new(front, EXPR_VARIABLE, type_referred(variable->type), place);
    expression->variable = variable;
    expression->is_lvalue = true;
    return expression;
}

// threadIdx and its kind are functions of the thread, not memory.
static const Builtin *special(const Expression *expression) {
    static const struct {
        const char *name;
        Builtin builtins[3];
    } variables[] = {{"threadIdx", {BUILTIN_THREAD_X, BUILTIN_THREAD_Y, BUILTIN_THREAD_Z}},
                     {"blockIdx", {BUILTIN_BLOCK_X, BUILTIN_BLOCK_Y, BUILTIN_BLOCK_Z}},
                     {"blockDim", {BUILTIN_BLOCK_SIZE_X, BUILTIN_BLOCK_SIZE_Y, BUILTIN_BLOCK_SIZE_Z}},
                     {"gridDim", {BUILTIN_GRID_SIZE_X, BUILTIN_GRID_SIZE_Y, BUILTIN_GRID_SIZE_Z}},
                     {"warpSize", {BUILTIN_WARP_SIZE, BUILTIN_WARP_SIZE, BUILTIN_WARP_SIZE}}};
    if (expression->kind != EXPR_VARIABLE || !expression->variable->is_extern ||
        expression->variable->space != SPACE_DEVICE)
        return NULL;
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        if (!strcmp(expression->variable->name, variables[i].name)) return variables[i].builtins;
    return NULL;
}

static Expression *make_special(Front *front, Builtin builtin, const Type *type, Place place) {
    Expression *expression = expression_new(front, EXPR_BUILTIN, type->plain, place);
    expression->builtin = builtin;
    return expression;
}

static Expression *load_special(Front *front, const Expression *expression, const Builtin *builtins) {
    const Type *type = expression->type->plain;
    if (type->kind != TYPE_RECORD) return make_special(front, builtins[0], type, expression->place);
    Expression *list = expression_new(front, EXPR_LIST, type, expression->place);
    list->argument_count = 3;
    list->arguments = front_alloc(front, 3 * sizeof *list->arguments);
    for (unsigned i = 0; i < 3; i++)
        list->arguments[i] = make_special(front, builtins[i], type->record->fields[i].type, expression->place);
    return list;
}

static const Variable *root_of(const Expression *expression) {
    while (expression->kind == EXPR_MEMBER || expression->kind == EXPR_DEREFERENCE || expression->kind == EXPR_OFFSET ||
           expression->kind == EXPR_DECAY || expression->kind == EXPR_ADDRESS)
        expression = expression->left;
    return expression->kind == EXPR_VARIABLE ? expression->variable : NULL;
}

Expression *make_load(Front *front, Expression *expression) {
    if (expression->kind == EXPR_FUNCTION && !expression->function) {
        const Callee *callee = expression->overloads;
        fail(front, expression->place, callee ? callee->name_length : 1, "it is not clear which `%s` is meant",
             "a template needs its arguments: name<...>", callee ? callee->name : "function");
        return make_error(front, expression->place);
    }
    if (expression->kind == EXPR_FUNCTION) function_need(front, expression->function);
    if (!expression->is_lvalue) return expression;
    const Type *type = expression->type;
    const Builtin *builtins = special(expression);
    if (builtins) return load_special(front, expression, builtins);
    if (type->kind == TYPE_ARRAY)
        return make_unary(front, EXPR_DECAY, type_pointer(front, type->base), expression, expression->place);
    if (type->kind == TYPE_FUNCTION) return expression->kind == EXPR_DEREFERENCE ? expression->left : expression;
    const Variable *root = root_of(expression);
    check_host_access(front, expression);
    Expression *load = make_unary(front, EXPR_LOAD, type->plain, expression, expression->place);
    bool is_known = root && root->image && type_is_scalar(type) && !(type->qualifiers & IS_VOLATILE);
    bool is_const = root && ((root->type->qualifiers & IS_CONST) || root->type->kind == TYPE_ARRAY);
    return is_known && is_const && root->space != SPACE_CONSTANT && root->space != SPACE_DEVICE ? fold(front, load)
                                                                                                : load;
}

Expression *make_dereference(Front *front, Expression *pointer, Place place) {
    pointer = make_load(front, pointer);
    if (is_error(pointer)) return pointer;
    if (pointer->type->kind != TYPE_POINTER) {
        fail(front, place, 1, "`*` and `[...]` need a pointer or an array, and this is `%s`", NULL,
             show_type(front, pointer->type));
        return make_error(front, place);
    }
    const Type *type = pointer->type->base;
    if (type->kind == TYPE_VOID) {
        fail(front, place, 1, "what a `void *` points to has no type",
             "convert the pointer first: static_cast<float *>(...)");
        return make_error(front, place);
    }
    if (pointer->kind == EXPR_ADDRESS) return pointer->left;
    Expression *expression = make_unary(front, EXPR_DEREFERENCE, type, pointer, place);
    expression->is_lvalue = true;
    return expression;
}

Expression *make_address(Front *front, Expression *object, Place place) {
    if (is_error(object) || object->kind == EXPR_FUNCTION) return object;
    if (!object->is_lvalue || special(object)) {
        fail(front, place, 1, "only variables have an address, and this is a value", "store it in a variable first");
        return make_error(front, place);
    }
    if (object->kind == EXPR_DEREFERENCE) return object->left;
    return make_unary(front, EXPR_ADDRESS, type_pointer(front, object->type), object, place);
}

Expression *make_temporary(Front *front, Expression *value) {
    if (value->is_lvalue || is_error(value)) return value;
    Expression *temporary = make_unary(front, EXPR_TEMPORARY, value->type, value, value->place);
    temporary->is_lvalue = true;
    return temporary;
}

Expression *make_member(Front *front, Expression *object, const Field *field, Place place) {
    const Builtin *builtins = special(object);
    if (builtins) {
        unsigned index = (unsigned)(field - object->type->record->fields);
        return make_special(front, builtins[index < 3 ? index : 2], field->type, place);
    }
    unsigned qualifiers = object->type->qualifiers & (IS_CONST | IS_VOLATILE);
    const Type *type =
        field->type->kind == TYPE_REFERENCE ? field->type->base : type_qualified(front, field->type, qualifiers);
    if (!object->is_lvalue && field->type->kind != TYPE_REFERENCE) type = type->plain;
    Expression *member = make_unary(front, EXPR_MEMBER, type, object, place);
    member->field = field;
    member->is_lvalue = object->is_lvalue || field->type->kind == TYPE_REFERENCE;
    if (type->kind == TYPE_ARRAY && !member->is_lvalue) {
        member->left = make_temporary(front, object);
        member->is_lvalue = true;
    }
    return member;
}

// The member in the object or in one of its bases. NULL: there is none, or it is a function.
Expression *find_member(Front *front, Expression *object, const char *name, Place place) {
    const Record *record = object->type->record;
    for (unsigned i = 0; i < record->field_count; i++)
        if (record->fields[i].name == name) return make_member(front, object, &record->fields[i], place);
    for (unsigned i = 0; i < record->field_count; i++) {
        const Field *field = &record->fields[i];
        if (field->name || field->type->kind != TYPE_RECORD) continue;
        Expression *found = find_member(front, make_member(front, object, field, place), name, place);
        if (found) return found;
    }
    return NULL;
}

// ---- this -----------------------------------------------------------------------------------------------------

// A pointer to the record's object, from within one of its functions or a lambda there.
static Expression *pointer_to_this(Front *front, const Record *record, Place place) {
    const char *name = intern_text(front, "this");
    for (const Scope *scope = front->scope; scope; scope = scope->parent) {
        Variable *self = scope->this_variable;
        if (!self) continue;
        bool is_closure = scope->this_type->record->is_closure;
        if (record ? record_derives(scope->this_type->record, record) : !is_closure)
            return self->function == front->function ? make_load(front, make_variable(front, self, place)) : NULL;
        if (!is_closure || self->function != front->function) continue;
        Expression *closure = make_dereference(front, make_load(front, make_variable(front, self, place)), place);
        Expression *captured = find_member(front, closure, name, place);
        if (captured) return make_load(front, captured);
    }
    return NULL;
}

Expression *make_this(Front *front, Place place) {
    Expression *self = pointer_to_this(front, NULL, place);
    if (self) return self;
    fail(front, place, 4, "`this` is known in the functions of a class only", NULL);
    return make_error(front, place);
}

Expression *make_object(Front *front, const Record *record, Place place) {
    Expression *self = pointer_to_this(front, record, place);
    return self ? make_dereference(front, self, place) : NULL;
}

// ---- operators ------------------------------------------------------------------------------------------------

static const char *const OPERATOR_NAMES[] = {"+",  "-",  "*",  "/",  "%", "&",  "|", "^",
                                             "<<", ">>", "==", "!=", "<", "<=", ">", ">="};

static bool is_comparison(Operator operator) { return operator>= OP_EQUAL; }

static Expression *make_operation(Front *front, Operator operator, const Type * type, Expression *left,
                                  Expression *right, Place place) {
    Expression *expression = expression_new(front, EXPR_BINARY, type, place);
    expression->op = (uint8_t) operator;
    expression->left = left;
    expression->right = right;
    return fold(front, expression);
}

static Expression *make_offset(Front *front, Expression *pointer, Expression *index, bool negative, Place place) {
    const Type *base = pointer->type->base;
    if (base->kind == TYPE_VOID || base->kind == TYPE_FUNCTION || !base->is_complete) {
        fail(front, place, 1, "a pointer to `%s` cannot be moved: its elements have no size", NULL,
             show_type(front, base));
        return make_error(front, place);
    }
    bool is_unsigned = !type_is_signed(index->type) && index->type->size == 8;
    index = convert_plainly(front, index, is_unsigned && !negative ? front->size_type : front->difference_type);
    if (negative) index = fold(front, make_unary(front, EXPR_NEGATE, index->type, index, place));
    Expression *expression = expression_new(front, EXPR_OFFSET, pointer->type->plain, place);
    expression->left = pointer;
    expression->right = index;
    return expression;
}

// threadIdx and the like.
static bool is_place_in_grid(const Front *front, const Expression *expression) {
    const Type *type = expression->type->plain;
    return type == front->dim3 || (type->kind == TYPE_RECORD && !strcmp(type->record->name, "uint3"));
}

static Expression *bad_operands(Front *front, Operator operator, const Expression * left, const Expression *right,
                                Place place) {
    bool is_pointer = left->type->kind == TYPE_POINTER || right->type->kind == TYPE_POINTER;
    bool needs_integers = type_is_floating(left->type) || type_is_floating(right->type);
    if (is_library_record(left->type) || is_library_record(right->type)) {
        refuse(front, place, (unsigned)strlen(OPERATOR_NAMES[operator]),
               "this compiler has no `%s` for `%s` and `%s`", "nvcc may have it", OPERATOR_NAMES[operator],
               show_type(front, left->type), show_type(front, right->type));
        return make_error(front, place);
    }
    const Callee *kernel = left->kind == EXPR_FUNCTION ? left->overloads : NULL;
    if (kernel && left->function && left->function->is_kernel && (operator== OP_SHIFT_LEFT || operator== OP_LESS)) {
        fail(front, place, (unsigned)strlen(OPERATOR_NAMES[operator]), "`%s` does not launch the kernel `%s`",
             "a launch has three brackets on each side: %s<<<blocks, threads>>>(arguments)", OPERATOR_NAMES[operator],
             kernel->name, kernel->name);
        return make_error(front, place);
    }
    const char *advice = is_pointer ? "read what the pointer points to with `*` or `[...]`"
                         : needs_integers && operator== OP_REMAINDER
                             ? "fmod gives the remainder of floating-point numbers"
                         : is_place_in_grid(front, left) || is_place_in_grid(front, right)
                             ? "it has three numbers: write `.x`, `.y` or `.z` behind it"
                         : needs_integers ? "this operator needs integers"
                                          : NULL;
    fail(front, place, (unsigned)strlen(OPERATOR_NAMES[operator]), "`%s` is not defined for `%s` and `%s`", advice,
         OPERATOR_NAMES[operator], show_type(front, left->type), show_type(front, right->type));
    return make_error(front, place);
}

static Expression *pointer_operation(Front *front, Operator operator, Expression * left, Expression *right,
                                     Place place) {
    const Type *a = left->type, *b = right->type;
    if (operator== OP_ADD && b->kind == TYPE_POINTER && type_is_integer(a))
        return make_offset(front, right, left, false, place);
    if ((operator== OP_ADD || operator== OP_SUBTRACT) && a->kind == TYPE_POINTER && type_is_integer(b))
        return make_offset(front, left, right, operator== OP_SUBTRACT, place);
    if (operator== OP_SUBTRACT && a->kind == TYPE_POINTER && b->kind == TYPE_POINTER &&
        a->base->plain == b->base->plain) {
        Expression *difference = expression_new(front, EXPR_DIFFERENCE, front->difference_type, place);
        difference->left = left;
        difference->right = right;
        return difference;
    }
    if (!is_comparison(operator)) return bad_operands(front, operator, left, right, place);
    const Type *type = a->kind == TYPE_POINTER ? a->plain : b->plain;
    bool left_null = a->kind != TYPE_POINTER, right_null = b->kind != TYPE_POINTER;
    bool fits = (!left_null || conversion_rank(front, left, type) != RANK_NONE) &&
                (!right_null || conversion_rank(front, right, type) != RANK_NONE) &&
                (left_null || right_null || a->base->plain == b->base->plain || a->base->kind == TYPE_VOID ||
                 b->base->kind == TYPE_VOID);
    if (!fits) return bad_operands(front, operator, left, right, place);
    left = convert_plainly(front, left, type);
    right = convert_plainly(front, right, left_null ? type : right->type->plain == type ? type : type);
    return make_operation(front, operator, type_basic(front, TYPE_BOOL), left, right, place);
}

static bool is_class_like(const Type *type) { return type->kind == TYPE_RECORD || type->kind == TYPE_ENUM; }

static Expression *convert_operand(Front *front, Expression *operand) {
    if (operand->type->kind != TYPE_RECORD) return operand; // a record with one conversion to a number
    Symbol *found = operand->type->record->scope
                        ? scope_find(operand->type->record->scope, intern_text(front, "operator type"))
                        : NULL;
    if (!found || !found->function) return operand;
    return convert(front, operand, type_value(found->function->result), "an operand");
}

Expression *make_binary(Front *front, Operator operator, Expression * left, Expression *right, Place place) {
    if (is_error(left) || is_error(right)) return make_error(front, place);
    if (left->type && right->type && (is_class_like(left->type) || is_class_like(right->type))) {
        char name[16];
        snprintf(name, sizeof name, "operator%s", OPERATOR_NAMES[operator]);
        Expression *call = call_operator(front, intern_text(front, name), left, right, place);
        if (call) return call;
    }
    left = convert_operand(front, make_load(front, left));
    right = convert_operand(front, make_load(front, right));
    if (is_error(left) || is_error(right)) return make_error(front, place);
    const Type *a = left->type, *b = right->type;
    if (a->kind == TYPE_POINTER || b->kind == TYPE_POINTER)
        return pointer_operation(front, operator, left, right, place);
    bool same_enum = a->kind == TYPE_ENUM && a == b && is_comparison(operator);
    bool is_scoped = !same_enum &&
                     ((a->kind == TYPE_ENUM && a->record->is_scoped) || (b->kind == TYPE_ENUM && b->record->is_scoped));
    bool numbers = type_is_scalar(a) && type_is_scalar(b) && a->kind != TYPE_NULL && b->kind != TYPE_NULL && !is_scoped;
    if (!numbers) return bad_operands(front, operator, left, right, place);
    if (operator== OP_SHIFT_LEFT || operator== OP_SHIFT_RIGHT) {
        if (!type_is_integer(a) || !type_is_integer(b)) return bad_operands(front, operator, left, right, place);
        left = convert_plainly(front, left, type_promoted(front, a));
        right = convert_plainly(front, right, type_promoted(front, b));
        return make_operation(front, operator, left->type, left, right, place);
    }
    const Type *type = same_enum ? a->base : type_common(front, a, b);
    bool needs_integers = operator== OP_REMAINDER ||(operator>= OP_AND && operator<= OP_XOR);
    if (needs_integers && !type_is_integer(type)) return bad_operands(front, operator, left, right, place);
    left = convert_plainly(front, left, type);
    right = convert_plainly(front, right, type);
    if ((operator== OP_DIVIDE || operator== OP_REMAINDER) && right->kind == EXPR_INTEGER && !right->integer)
        warn_of(front, place, 1, "this divides by 0", NULL);
    return make_operation(front, operator, is_comparison(operator) ? type_basic(front, TYPE_BOOL) : type, left, right,
                          place);
}

static bool may_change(Front *front, const Expression *left, Place place) {
    check_host_access(front, left);
    if (!left->is_lvalue) {
        fail(front, place, 1, "the left side of `=` is a value, and only variables can be changed", NULL);
        return false;
    }
    const Type *type = left->type;
    bool is_const = type->qualifiers & IS_CONST;
    if (type->kind == TYPE_ARRAY) {
        fail(front, place, 1, "an array cannot be assigned as a whole", "assign its elements in a loop");
        return false;
    }
    if (special(left)) is_const = true;
    const Variable *root = root_of(left);
    if (root && root->space == SPACE_CONSTANT && in_device_code(front))
        warn_of(front, place, 1, "`%s` is in constant memory, which kernels can only read",
                "store into a `__device__` variable", root->name);
    if (!is_const) return true;
    const Variable *variable = root_of(left);
    if (variable)
        also(fail(front, place, 1, "`%s` is `const` and cannot be changed", NULL, variable->name), variable->place,
             "it is declared here");
    else fail(front, place, 1, "what is changed here is `const`", NULL);
    return false;
}

Expression *make_assign(Front *front, Expression *left, Expression *right, Place place) {
    if (is_error(left) || is_error(right)) return make_error(front, place);
    if (left->type->kind == TYPE_RECORD) {
        Expression *call = call_operator(front, intern_text(front, "operator="), left, right, place);
        if (call) return call;
    }
    if (!may_change(front, left, place)) return make_error(front, place);
    Expression *assign = expression_new(front, EXPR_ASSIGN, left->type, place);
    assign->is_lvalue = true;
    assign->left = left;
    assign->right = convert(front, right, left->type->plain, "the left side of `=`");
    return assign;
}

static Expression *make_update(Front *front, Operator operator, Expression * left, Expression *right, Place place) {
    if (is_error(left) || is_error(right)) return make_error(front, place);
    if (is_class_like(left->type) || (right->type && right->type->kind == TYPE_RECORD)) {
        char name[16];
        snprintf(name, sizeof name, "operator%s=", OPERATOR_NAMES[operator]);
        Expression *call = call_operator(front, intern_text(front, name), left, right, place);
        if (call) return call;
    }
    if (!may_change(front, left, place)) return make_error(front, place);
    right = convert_operand(front, make_load(front, right));
    Expression *update = expression_new(front, EXPR_UPDATE, left->type, place);
    update->is_lvalue = true;
    update->op = (uint8_t) operator;
    update->left = left;
    const Type *a = left->type->plain, *b = right->type;
    bool is_shift = operator== OP_SHIFT_LEFT || operator== OP_SHIFT_RIGHT;
    bool numbers = type_is_arithmetic(a) && (type_is_arithmetic(b) || (b->kind == TYPE_ENUM && !b->record->is_scoped));
    if (a->kind == TYPE_POINTER && (operator== OP_ADD || operator== OP_SUBTRACT) && type_is_integer(b)) {
        update->compute_type = a;
        update->right = convert_plainly(front, right, front->difference_type);
        return update;
    }
    bool needs_integers = operator== OP_REMAINDER ||(operator>= OP_AND && operator<= OP_SHIFT_RIGHT);
    if (!numbers || (needs_integers && (type_is_floating(a) || type_is_floating(b))))
        return bad_operands(front, operator, left, right, place);
    update->compute_type = is_shift ? type_promoted(front, a) : type_common(front, a, b);
    update->right = convert_plainly(front, right, is_shift ? type_promoted(front, b) : update->compute_type);
    return update;
}

static Expression *make_logical(Front *front, ExpressionKind kind, Expression *left, Expression *right, Place place) {
    Expression *expression = expression_new(front, kind, type_basic(front, TYPE_BOOL), place);
    expression->left = convert_to_bool(front, left);
    expression->right = convert_to_bool(front, right);
    return fold(front, expression);
}

static Expression *make_step(Front *front, bool is_before, int step, Expression *operand, Place place) {
    if (is_error(operand)) return operand;
    if (operand->type->kind == TYPE_RECORD) {
        Expression *zero = is_before ? NULL : make_integer(front, type_basic(front, TYPE_INT), 0, place);
        Expression *call =
            call_operator(front, intern_text(front, step > 0 ? "operator++" : "operator--"), operand, zero, place);
        if (call) return call;
    }
    if (!may_change(front, operand, place)) return make_error(front, place);
    const Type *type = operand->type->plain;
    if (!type_is_arithmetic(type) && type->kind != TYPE_POINTER) {
        fail(front, place, 2, "`%s` is not defined for `%s`", NULL, step > 0 ? "++" : "--", show_type(front, type));
        return make_error(front, place);
    }
    Expression *expression = make_unary(front, is_before ? EXPR_PRE_UPDATE : EXPR_POST_UPDATE,
                                        is_before ? operand->type : type, operand, place);
    expression->is_lvalue = is_before;
    expression->integer = (uint64_t)(int64_t)step;
    return expression;
}

static Expression *make_sign(Front *front, const char *text, Expression *operand, Place place) {
    if (is_error(operand)) return operand;
    if (is_class_like(operand->type)) {
        char name[16];
        snprintf(name, sizeof name, "operator%s", text);
        Expression *call = call_operator(front, intern_text(front, name), operand, NULL, place);
        if (call) return call;
    }
    if (text[0] == '!')
        return fold(front,
                    make_unary(front, EXPR_NOT, type_basic(front, TYPE_BOOL), convert_to_bool(front, operand), place));
    operand = convert_operand(front, make_load(front, operand));
    bool is_fit = text[0] == '~' ? type_is_integer(operand->type)
                                 : type_is_integer(operand->type) || type_is_floating(operand->type);
    if (text[0] == '+' && operand->type->kind == TYPE_POINTER) return operand;
    if (!is_fit) {
        if (!is_error(operand))
            fail(front, place, 1, "`%s` is not defined for `%s`", NULL, text, show_type(front, operand->type));
        return make_error(front, place);
    }
    operand = convert_plainly(front, operand, type_promoted(front, operand->type));
    if (text[0] == '+') return operand;
    return fold(front,
                make_unary(front, text[0] == '-' ? EXPR_NEGATE : EXPR_COMPLEMENT, operand->type, operand, place));
}

// ---- primary expressions --------------------------------------------------------------------------------------

unsigned parse_arguments(Front *front, const char *close, Expression **arguments) {
    unsigned count = 0;
    int greater = front->greater;
    front->greater = CLOSES_NOTHING;
    while (!is(front, close) && !front->failed) {
        const Token *start = peek(front), *dots = expansion_end(front, start);
        bool has_pack = false;
        unsigned length = dots ? pack_length(front, start, dots, &has_pack) : 1;
        int before = front->pack_index;
        for (unsigned i = 0; i < length && count < MAX_ARGUMENTS && !front->failed; i++) {
            if (dots) front->token = start, front->pack_index = (int)i;
            arguments[count++] = is(front, "{") ? parse_braces(front) : parse_assignment(front);
        }
        front->pack_index = before;
        if (dots && !front->failed) front->token = dots + 1;
        if (count >= MAX_ARGUMENTS)
            refuse(front, start->place, 1, "there are too many arguments for this compiler", NULL);
        if (!consume(front, ",")) break;
    }
    expect(front, close, close[0] == ')' ? "after the arguments" : "after the values");
    front->greater = greater;
    return count;
}

Expression *parse_braces(Front *front) {
    Place place = take(front)->place;
    Expression *list = expression_new(front, EXPR_LIST, NULL, place);
    unsigned room = 16, count = 0;
    Expression **elements = front_alloc(front, room * sizeof *elements);
    int greater = front->greater;
    front->greater = CLOSES_NOTHING;
    if (!enter_depth(front)) return make_error(front, place);
    while (!is(front, "}") && !front->failed) {
        const Token *start = peek(front), *dots = expansion_end(front, start);
        bool has_pack = false;
        unsigned length = dots ? pack_length(front, start, dots, &has_pack) : 1;
        int before = front->pack_index;
        for (unsigned i = 0; i < length && !front->failed; i++) {
            if (dots) front->token = start, front->pack_index = (int)i;
            const char *designator =
                is(front, ".") && peek_at(front, 1)->kind == TOKEN_NAME ? peek_at(front, 1)->text : NULL;
            if (designator) take(front), take(front), consume(front, "=");
            if (count == room) {
                Expression **larger = front_alloc(front, 2 * room * sizeof *larger);
                memcpy(larger, elements, room * sizeof *larger);
                elements = larger;
                room *= 2;
            }
            elements[count] = is(front, "{") ? parse_braces(front) : parse_assignment(front);
            if (designator) {
                Expression *named = expression_new(front, EXPR_COMMA, NULL, elements[count]->place); // .name = value
                named->text = designator;
                named->left = elements[count];
                elements[count] = named;
            }
            count++;
        }
        front->pack_index = before;
        if (dots && !front->failed) front->token = dots + 1;
        if (!consume(front, ",")) break;
    }
    leave_depth(front);
    expect(front, "}", "after the values");
    front->greater = greater;
    list->arguments = elements;
    list->argument_count = count;
    return list;
}

static Expression *parse_string(Front *front) {
    const Token *first = take(front);
    size_t length = first->text_length;
    const char *text = first->text;
    while (peek(front)->kind == TOKEN_STRING) { // neighbours are one text
        const Token *more = take(front);
        char *both = front_alloc(front, length + more->text_length + 1);
        memcpy(both, text, length);
        memcpy(both + length, more->text, more->text_length);
        text = both;
        length += more->text_length;
    }
    Expression *expression = expression_new(
        front, EXPR_STRING, type_array(front, front->types.string_character, length + 1, true), first->place);
    expression->text = text;
    expression->text_length = length;
    expression->is_lvalue = true;
    return expression;
}

static Expression *parse_named_cast(Front *front) {
    const Token *word = take(front);
    expect(front, "<", "after the word for a cast");
    int greater = front->greater;
    front->greater = CLOSES_TEMPLATE;
    const Type *type = parse_type_name(front);
    front->greater = greater;
    expect(front, ">", "after the type of the cast");
    expect(front, "(", "after the type of the cast");
    front->greater = CLOSES_NOTHING;
    Expression *operand = parse_expression(front);
    front->greater = greater;
    expect(front, ")", "after the value of the cast");
    return cast(front, operand, type, word->text, word->place);
}

static Expression *parse_sizeof(Front *front) {
    const Token *word = take(front);
    bool is_align = word->text[0] != 's', before = front->unevaluated;
    const Type *type;
    if (is(front, "...")) {
        take(front);
        expect(front, "(", "after `sizeof...`");
        const char *name = expect_name(front, "the name of a pack");
        Symbol *symbol = name ? name_find(front, name) : NULL;
        expect(front, ")", "after the pack's name");
        return make_integer(front, front->size_type, symbol && symbol->kind == SYMBOL_PACK ? symbol->element_count : 0,
                            word->place);
    }
    front->unevaluated = true;
    const Token *open = peek(front);
    bool is_type = false;
    if (is_token(open, "(")) {
        front->token = open + 1;
        is_type = starts_type(front);
        front->token = open;
    }
    if (is_type) {
        take(front);
        type = type_referred(parse_type_name(front));
        expect(front, ")", "after the type");
    } else {
        Expression *operand = parse_unary(front);
        type = operand->type ? operand->type : type_basic(front, TYPE_ERROR);
        if (operand->kind == EXPR_FUNCTION) type = type_basic(front, TYPE_LONG);
    }
    front->unevaluated = before;
    if (!type->is_complete && type->kind != TYPE_ERROR)
        fail(front, word->place, word->length, "`%s` has no size here", NULL, show_type(front, type));
    return make_integer(front, front->size_type, is_align ? type->align : type->size, word->place);
}

// T(a, b), T{a, b}
static Expression *parse_type_call(Front *front) {
    Place place = peek(front)->place;
    Specifiers specifiers = {.place = place};
    Declarator ignored;
    (void)ignored;
    const Type *type;
    if (is_keyword(peek(front)->text)) {
        parse_specifiers(front, &specifiers);
        type = specifiers.type ? specifiers.type : type_basic(front, TYPE_ERROR);
    } else {
        type = parse_type_specifier(front, &specifiers);
        if (!type) type = type_basic(front, TYPE_ERROR);
    }
    if (is(front, "{")) return make_braced_value(front, type, place);
    Expression *arguments[MAX_ARGUMENTS];
    if (!expect(front, "(", "after the type")) return make_error(front, place);
    unsigned count = parse_arguments(front, ")", arguments);
    if (type->kind == TYPE_RECORD) return construct(front, type->plain, arguments, count, place, false);
    if (count > 1) {
        fail(front, place, 1, "`%s` is made of one value, and here are %u", NULL, show_type(front, type), count);
        return make_error(front, place);
    }
    if (count) return cast(front, arguments[0], type, "(", place);
    return type_is_scalar(type) ? make_zero(front, type, place) : expression_new(front, EXPR_ZERO, type, place);
}

Expression *make_zero(Front *front, const Type *type, Place place) {
    type = type->plain;
    if (type_is_integer(type) || type->kind == TYPE_POINTER) return make_integer(front, type, 0, place);
    if (type->kind == TYPE_FLOAT || type->kind == TYPE_DOUBLE) return make_floating(front, type, 0, place);
    return expression_new(front, EXPR_ZERO, type, place);
}

Expression *make_braced_value(Front *front, const Type *type, Place place) {
    Expression *list = parse_braces(front);
    (void)place;
    return initialise(front, type->plain, list, "the value");
}

// (... op pack), (pack op ...), (pack op ... op last)
static const char *const FOLD_OPERATORS[] = {"+", "*", "&&", "||", ",", "&", "|", "^", "-"};

static bool is_fold(Front *front, const Token *open, const Token **operator_at) {
    const Token *close = matching(open);
    unsigned depth = 0;
    (void)front;
    for (const Token *token = open + 1; token < close; token++) {
        if (is_token(token, "(") || is_token(token, "[") || is_token(token, "{")) depth++;
        if (is_token(token, ")") || is_token(token, "]") || is_token(token, "}")) depth--;
        if (depth || !is_token(token, "...")) continue;
        const Token *beside = token == open + 1 ? token + 1 : token - 1;
        for (size_t i = 0; i < sizeof FOLD_OPERATORS / sizeof *FOLD_OPERATORS; i++)
            if (is_token(beside, FOLD_OPERATORS[i])) return *operator_at = beside, true;
    }
    return false;
}

static Expression *combine(Front *front, const Token *operator, Expression * left, Expression *right) {
    static const Operator operators[] = {OP_ADD, OP_MULTIPLY, OP_ADD, OP_ADD,     OP_ADD,
                                         OP_AND, OP_OR,       OP_XOR, OP_SUBTRACT};
    if (!left) return right;
    if (is_token(operator, "&&")) return make_logical(front, EXPR_AND, left, right, operator->place);
    if (is_token(operator, "||")) return make_logical(front, EXPR_OR, left, right, operator->place);
    if (is_token(operator, ",")) {
        Expression *comma = expression_new(front, EXPR_COMMA, right->type, operator->place);
        comma->left = left;
        comma->right = right;
        comma->is_lvalue = right->is_lvalue;
        return comma;
    }
    unsigned index = 0;
    while (!is_token(operator, FOLD_OPERATORS[index])) index++;
    return make_binary(front, operators[index], left, right, operator->place);
}

static Expression *parse_fold(Front *front, const Token *operator) {
    const Token *open = take(front), *close = matching(open);
    bool is_left = is_token(open + 1, "...");
    const Token *start = is_left ? open + 3 : open + 1, *end = is_left ? close : operator;
    Expression *result = NULL;
    bool has_pack = false;
    unsigned length = pack_length(front, start, end, &has_pack);
    int before = front->pack_index;
    for (unsigned i = 0; i < length && !front->failed; i++) {
        front->token = start;
        front->pack_index = (int)i;
        result = combine(front, operator, result, parse_conditional_of_level(front));
    }
    front->pack_index = before;
    if (!is_left && !front->failed && !is_token(operator+ 2, ")") && operator+ 2<close) {
        front->token = operator+ 3;
        result = combine(front, operator, result, parse_conditional(front));
    }
    if (!front->failed) front->token = close;
    expect(front, ")", "after the folded expression");
    if (result) return result;
    bool is_and = is_token(operator, "&&");
    return make_integer(front, type_basic(front, TYPE_BOOL), is_and, open->place);
}

// Whether what is next up to `)` is a type: `(int)`, not `(int(x) + 1)`.
static bool is_type_alone(Front *front) {
    if (!starts_type(front)) return false;
    Cursor here = cursor_save(front);
    front->quiet = true;
    parse_type_name(front);
    bool result = !front->failed && is(front, ")");
    cursor_restore(front, &here);
    return result;
}

static Expression *parse_parentheses(Front *front) {
    const Token *open = peek(front), *operator= NULL;
    if (is_fold(front, open, &operator)) return parse_fold(front, operator);
    int greater = front->greater;
    front->greater = CLOSES_NOTHING;
    take(front);
    bool is_type = is_type_alone(front);
    Expression *result;
    if (is_type) {
        const Type *type = parse_type_name(front);
        front->greater = greater;
        if (!is(front, ")") && is(front, "("))
            fail(front, peek(front)->place, 1, "this type cannot be called here", NULL);
        expect(front, ")", "after the type of the cast");
        if (is(front, "{")) return make_braced_value(front, type, open->place);
        return cast(front, parse_unary(front), type, "(", open->place);
    }
    result = parse_expression(front);
    front->greater = greater;
    expect(front, ")", "to close the parenthesis");
    result->has_parentheses = true;
    return result;
}

static Expression *parse_new(Front *front) {
    const Token *word = take(front);
    Specifiers specifiers;
    parse_specifiers(front, &specifiers);
    const Type *type = specifiers.type ? specifiers.type : type_basic(front, TYPE_ERROR);
    while (consume(front, "*")) type = type_pointer(front, type);
    Expression *expression = expression_new(front, EXPR_NEW, type_pointer(front, type), word->place);
    if (consume(front, "[")) {
        expression->left = convert(front, parse_expression(front), front->size_type, "the number of elements");
        expect(front, "]", "after the number of elements");
    }
    Expression *arguments[MAX_ARGUMENTS];
    if (is(front, "{")) {
        if (expression->left && !is_at(front, 1, "}"))
            refuse(front, word->place, 1, "this compiler cannot compile `new` with the values of an array", NULL);
        expression->right = initialise(front, type, parse_braces(front), "the new value");
    } else if (consume(front, "(")) {
        unsigned count = parse_arguments(front, ")", arguments);
        if (type->kind == TYPE_RECORD) expression->right = construct(front, type, arguments, count, word->place, false);
        else if (count) expression->right = convert(front, arguments[0], type, "the new value");
        else expression->right = make_zero(front, type, word->place);
    } else if (type_needs_default(type)) expression->right = initialise_default(front, type, word->place);
    return expression;
}

static Expression *parse_delete(Front *front) {
    const Token *word = take(front);
    bool is_array = is(front, "[");
    if (is_array) skip_balanced(front);
    Expression *expression =
        make_unary(front, EXPR_DELETE, type_basic(front, TYPE_VOID), make_load(front, parse_unary(front)), word->place);
    expression->integer = is_array;
    return expression;
}

static Expression *symbol_value(Front *front, const Name *name) {
    const Symbol *symbol = pack_element(front, name->symbol, name->token->place);
    Place place = name->token->place;
    switch (symbol->kind) {
    case SYMBOL_VARIABLE: {
        Variable *variable = symbol->variable;
        ((Symbol *)(uintptr_t)symbol)->is_used = true;
        Expression *expression = make_variable(front, variable, place);
        check_variable_use(front, expression, name->token);
        return expression;
    }
    case SYMBOL_CONSTANT: {
        Expression *copy = front_alloc(front, sizeof *copy);
        *copy = *symbol->constant;
        copy->place = place;
        return copy;
    }
    case SYMBOL_FIELD: {
        Expression *object = make_object(front, symbol->scope_record, place);
        if (object) return find_member(front, object, symbol->name, place);
        if (front->unevaluated) {
            Expression *nobody = expression_new(front, EXPR_ZERO, symbol->scope_record->type, place);
            return find_member(front, make_temporary(front, nobody), symbol->name, place);
        }
        fail(front, place, name->token->length, "`%s` is a member of `%s`, and here is no object of it", NULL,
             symbol->name, symbol->scope_record->name);
        return make_error(front, place);
    }
    case SYMBOL_PARAMETER: front->failed = true; return make_error(front, place);
    default:
        fail(front, place, name->token->length, "`%s` is no value", NULL, symbol->name);
        return make_error(front, place);
    }
}

Expression *make_overloads(Front *front, const Name *name, Expression *object) {
    Callee *callee = front_alloc(front, sizeof *callee);
    *callee = (Callee){.overloads = name->symbol,
                       .template_arguments = name->has_arguments ? name->arguments : NULL,
                       .template_count = name->argument_count,
                       .object = object,
                       .place = name->token->place,
                       .name_length = name->token->length,
                       .token = name->token,
                       .name = name->name};
    Function *only = NULL;
    Symbol *first = name->symbol;
    if (first->function && !first->next_overload) only = first->function;
    if (first->function_template && !first->next_overload && name->has_arguments)
        only = template_function(front, first->function_template, name->arguments, name->argument_count,
                                 name->token->place);
    const Type *type = only ? type_pointer(front, only->type) : type_basic(front, TYPE_NULL);
    Expression *expression = expression_new(front, EXPR_FUNCTION, type, name->token->place);
    expression->function = only;
    expression->overloads = callee;
    return expression;
}

Expression *parse_name(Front *front) {
    const Token *first = peek(front);
    Name name = read_name(front, false);
    if (front->failed) return make_error(front, first->place);
    if (!name.token) {
        take(front);
        fail(front, first->place, first->length, "an expression was expected before `%s`", NULL, first->text);
        return make_error(front, first->place);
    }
    if (!name.symbol) {
        if (is(front, "(") && !name.scope) { // the arguments' namespaces may know it
            Symbol *nobody = front_alloc(front, sizeof *nobody);
            *nobody = (Symbol){.kind = SYMBOL_FUNCTION, .name = name.name};
            name.symbol = nobody;
            return make_overloads(front, &name, NULL);
        }
        if (is_library_name(first)) check_undeclared(front, first->text, first);
        else if (name.scope && name.scope->name && name.scope->name[0])
            fail(front, name.token->place, name.token->length, "`%s` has no `%s`", NULL, name.scope->name, name.name);
        else check_undeclared(front, name.name, name.token);
        return make_error(front, name.token->place);
    }
    if (name.symbol->kind == SYMBOL_TEMPLATE && name.has_arguments && !name.type) {
        Template *template = name.symbol->template;
        if (template->kind == TEMPLATE_CONCEPT)
            return make_integer(
                front, type_basic(front, TYPE_BOOL),
                template_concept(front, template, name.arguments, name.argument_count, name.token->place),
                name.token->place);
        Variable *variable = template_variable(front, template, name.arguments, name.argument_count, name.token->place);
        return variable ? make_variable(front, variable, name.token->place) : make_error(front, name.token->place);
    }
    if (name.symbol->kind == SYMBOL_FUNCTION) {
        Record *record = name.symbol->function ? name.symbol->function->source->record : NULL;
        for (Symbol *each = name.symbol; each && !record; each = each->next_overload)
            record = each->function            ? each->function->source->record
                     : each->function_template ? each->function_template->record
                                               : NULL;
        Expression *object = record ? make_object(front, record, name.token->place) : NULL;
        return make_overloads(front, &name, object);
    }
    return symbol_value(front, &name);
}

static Expression *parse_literal(Front *front) {
    const Token *token = take(front);
    if (token->kind == TOKEN_FLOATING) return make_floating(front, token->type, token->floating, token->place);
    if (token->kind == TOKEN_CHARACTER && token->text_length > 1)
        warn_of(front, token->place, token->length, "single quotes hold one character, and here are %u",
                "text stands in double quotes: \"...\"", (unsigned)token->text_length);
    return make_integer(front, token->type ? token->type : type_basic(front, TYPE_INT), token->integer, token->place);
}

static Expression *parse_offsetof(Front *front) {
    Place place = take(front)->place;
    expect(front, "(", "after `offsetof`");
    const Type *type = parse_type_name(front);
    uint64_t offset = 0;
    expect(front, ",", "after the type of `offsetof`");
    do {
        const Token *token = peek(front);
        const char *name = expect_name(front, "the name of a member");
        const Field *field = NULL;
        for (unsigned i = 0; name && type->kind == TYPE_RECORD && i < type->record->field_count; i++)
            if (type->record->fields[i].name == name) field = &type->record->fields[i];
        if (!field) {
            fail(front, token->place, token->length, "`%s` has no member `%s`", NULL, show_type(front, type),
                 token->text);
            break;
        }
        offset += field->offset;
        type = field->type;
    } while (consume(front, "."));
    expect(front, ")", "after the member of `offsetof`");
    return make_integer(front, front->size_type, offset, place);
}

static Expression *parse_word(Front *front) {
    const Token *token = peek(front);
    if (is_token(token, "true") || is_token(token, "false"))
        return make_integer(front, type_basic(front, TYPE_BOOL), take(front)->text[0] == 't', token->place);
    if (consume(front, "nullptr")) return make_integer(front, type_basic(front, TYPE_NULL), 0, token->place);
    if (consume(front, "this")) return make_this(front, token->place);
    if (is_token(token, "sizeof") || is_token(token, "alignof")) return parse_sizeof(front);
    if (is_token(token, "new")) return parse_new(front);
    if (is_token(token, "delete")) return parse_delete(front);
    if (is_token(token, "static_cast") || is_token(token, "reinterpret_cast") || is_token(token, "const_cast"))
        return parse_named_cast(front);
    if (consume(front, "noexcept")) {
        skip_balanced(front);
        return make_integer(front, type_basic(front, TYPE_BOOL), 1, token->place);
    }
    if (is_token(token, "__builtin_offsetof")) return parse_offsetof(front);
    if (consume(front, "__func__") || consume(front, "__FUNCTION__") || consume(front, "__PRETTY_FUNCTION__")) {
        const char *text = front->function ? front->function->name : "";
        Expression *expression = expression_new(
            front, EXPR_STRING, type_array(front, front->types.string_character, strlen(text) + 1, true), token->place);
        expression->text = text;
        expression->text_length = strlen(text);
        expression->is_lvalue = true;
        return expression;
    }
    if (is_token(token, "throw") || is_token(token, "try") || is_token(token, "requires") ||
        is_token(token, "typeid") || is_token(token, "dynamic_cast") || is_token(token, "co_await")) {
        refuse(front, token->place, token->length, "this compiler cannot compile `%s`", NULL, token->text);
        return make_error(front, token->place);
    }
    return NULL;
}

static Expression *parse_atom(Front *front) {
    const Token *token = peek(front);
    switch (token->kind) {
    case TOKEN_INTEGER:
    case TOKEN_FLOATING:
    case TOKEN_CHARACTER: return parse_literal(front);
    case TOKEN_STRING: return parse_string(front);
    case TOKEN_NAME: {
        Expression *word = parse_word(front);
        if (word) return word;
        if (starts_type(front)) return parse_type_call(front);
        if (is_keyword(token->text)) break;
        return parse_name(front);
    }
    case TOKEN_PUNCTUATOR:
        if (is_token(token, "(")) return parse_parentheses(front);
        if (is_token(token, "[")) return parse_lambda(front);
        if (is_token(token, "::")) return parse_name(front);
        break;
    default: break;
    }
    if (!front->failed) {
        const char *what = token->kind == TOKEN_END ? "the end" : token->text;
        const Token *last = front->last;
        bool is_turned = last && is_token(last, "=") && (is_token(token, "<") || is_token(token, ">")) &&
                         !token->after_space && !token->starts_line;
        if (token->kind == TOKEN_STRAY) fail_stray(front, token);
        else if (is_turned)
            fail(front, last->place, 2, "`=%s` is no operator", "write `%s=`: the `=` stands last", what, what);
        else
            fail(front, token->place, token->length, "a value is missing before `%s`",
                 token->from_macro || (front->last && front->last->from_macro)
                     ? "this comes from a macro: a `#define` needs no `;` and no `=`"
                     : NULL,
                 what);
    }
    return make_error(front, token->place);
}

// ---- behind an expression -------------------------------------------------------------------------------------

static Expression *parse_subscript(Front *front, Expression *object) {
    Place place = take(front)->place;
    int greater = front->greater;
    front->greater = CLOSES_NOTHING;
    Expression *index = is(front, "{") ? parse_braces(front) : parse_expression(front);
    front->greater = greater;
    expect(front, "]", "after the index");
    if (is_error(object) || is_error(index)) return make_error(front, place);
    if (object->type->kind == TYPE_RECORD) {
        Expression *call = call_operator(front, intern_text(front, "operator[]"), object, index, place);
        if (call) return call;
    }
    Expression *pointer = make_load(front, object);
    index = convert_operand(front, make_load(front, index));
    if (index->type->kind == TYPE_POINTER && type_is_integer(pointer->type)) {
        Expression *swap = pointer;
        pointer = index;
        index = swap;
    }
    if (is_error(pointer) || is_error(index)) return make_error(front, place);
    if (pointer->type->kind != TYPE_POINTER) {
        const Variable *shared = root_of(object);
        bool is_open = object->kind == EXPR_VARIABLE && shared->is_extern && shared->space == SPACE_SHARED;
        fail(front, place, 1, "`[...]` needs an array or a pointer, and this is `%s`",
             is_open ? "declare it as an array without a length: extern __shared__ float name[];" : NULL,
             show_type(front, pointer->type));
        return make_error(front, place);
    }
    if (!type_is_integer(index->type)) {
        fail(front, index->place, 1, "an index is an integer, and this is `%s`", "convert it: static_cast<int>(...)",
             show_type(front, index->type));
        return make_error(front, place);
    }
    return make_dereference(front, make_offset(front, pointer, index, false, place), place);
}

static void no_member(Front *front, const Expression *object, const Token *name) {
    const Record *record = object->type->record;
    if (is_suspect(front, record->scope->name)) {
        front->failed = true;
        return;
    }
    const char *nearest = NULL;
    unsigned best = 4;
    for (unsigned i = 0; i < record->field_count; i++) {
        unsigned distance = record->fields[i].name ? text_edits(name->text, record->fields[i].name, false) : 9;
        if (distance < best) best = distance, nearest = record->fields[i].name;
    }
    if (nearest)
        fail(front, name->place, name->length, "`%s` has no member `%s`", "did you mean `%s`?", record->name,
             name->text, nearest);
    else if (is_library_record(object->type) || !strcmp(record->name, "cudaDeviceProp"))
        refuse(front, name->place, name->length, "this compiler's `%s` has no member `%s`", "nvcc's may have it",
               record->name, name->text);
    else fail(front, name->place, name->length, "`%s` has no member `%s`", NULL, record->name, name->text);
}

static Expression *parse_member(Front *front, Expression *object) {
    const Token *operator= take(front);
    if (is_error(object)) return object;
    bool is_arrow = is_token(operator, "->");
    if (is_arrow && object->type->kind == TYPE_RECORD) {
        Expression *call = call_operator(front, intern_text(front, "operator->"), object, NULL, operator->place);
        if (call) object = call;
    }
    if (is_arrow && object->type->kind == TYPE_RECORD) {
        fail(front, operator->place, 2, "this is an object, not a pointer", "write `.` instead of `->`");
        return make_error(front, operator->place);
    }
    if (is_arrow) object = make_dereference(front, object, operator->place);
    else if (object->type->kind == TYPE_POINTER && object->type->base->kind == TYPE_RECORD) {
        fail(front, operator->place, 1, "this is a pointer", "write `->` instead of `.`");
        return make_error(front, operator->place);
    }
    consume(front, "template");
    const Token *token = peek(front);
    if (is_error(object)) return object;
    if (object->type->kind != TYPE_RECORD) {
        const char *advice = object->type->kind == TYPE_POINTER
                                 ? "a pointer does not know how many elements it points to: pass their number along"
                             : object->type->kind == TYPE_ARRAY
                                 ? "the number of its elements is sizeof array / sizeof array[0]"
                                 : NULL;
        fail(front, token->place, token->length, "`%s` has no members", advice, show_type(front, object->type));
        return make_error(front, token->place);
    }
    Record *record = object->type->record;
    if (is_token(token, "~")) {
        refuse(front, token->place, 1, "this compiler cannot compile calls of destructors", NULL);
        return make_error(front, token->place);
    }
    Scope *outer = front->scope;
    Scope *members = scope_new(front, SCOPE_BLOCK, outer); // arguments of a template are seen from here
    Record *owner = NULL;
    Symbol *found = token->kind == TOKEN_NAME ? record_find(record, token->text, &owner) : NULL;
    if (found && !check_private(front, owner, found, token)) return make_error(front, token->place);
    if (found && found->kind == SYMBOL_FIELD) {
        take(front);
        return find_member(front, object, token->text, token->place);
    }
    if (is_token(token, "operator")) {
        Scope *here = front->scope;
        members->parent = record->scope;
        front->scope = record->scope;
        Name name = read_name(front, false);
        front->scope = here;
        return name.symbol ? make_overloads(front, &name, object) : make_error(front, token->place);
    }
    if (!found ||
        (found->kind != SYMBOL_FUNCTION && found->kind != SYMBOL_VARIABLE && found->kind != SYMBOL_CONSTANT)) {
        if (token->kind == TOKEN_NAME) no_member(front, object, token);
        else fail(front, token->place, token->length, "the name of a member is missing before `%s`", NULL, token->text);
        return make_error(front, token->place);
    }
    take(front);
    Name name = {.token = token, .symbol = found, .name = token->text};
    if (found->kind != SYMBOL_FUNCTION) return symbol_value(front, &name);
    bool has_template = false;
    for (Symbol *each = found; each; each = each->next_overload) has_template |= each->function_template != NULL;
    if (has_template && is(front, "<")) {
        Template *template = NULL;
        for (Symbol *each = found; each && !template; each = each->next_overload) template = each->function_template;
        name.arguments = front_alloc(front, MAX_PARAMETERS * sizeof *name.arguments);
        name.has_arguments = true;
        name.argument_count = parse_template_arguments(front, template, name.arguments);
    }
    return make_overloads(front, &name, object);
}

static bool is_launch_end(Front *front) {
    const Token *token = peek(front);
    return is_token(token, ">") && is_token(token + 1, ">") && is_token(token + 2, ">") && !token[1].after_space &&
           !token[2].after_space;
}

static Expression *parse_launch_argument(Front *front) {
    return is(front, "{") ? parse_braces(front) : parse_assignment(front);
}

static Expression *parse_launch(Front *front, Expression *kernel) {
    const Token *open = take(front);
    Launch *launch = front_alloc(front, sizeof *launch);
    Expression *parts[4] = {0};
    unsigned count = 0;
    int greater = front->greater;
    front->greater = CLOSES_LAUNCH;
    while (count < 4 && !front->failed && !is_launch_end(front)) {
        parts[count++] = parse_launch_argument(front);
        if (!consume(front, ",")) break;
    }
    front->greater = greater;
    if (!front->failed && !is_launch_end(front)) {
        const Token *token = peek(front);
        fail(front, token->place, token->length, "the launch is not closed with `>>>`",
             "write kernel<<<grid, block>>>(arguments)");
    }
    if (!front->failed && count < 2)
        refuse(front, open->place, 3, "this compiler cannot compile a launch without a number of threads",
               "write kernel<<<blocks, threads>>>(arguments)");
    if (front->failed) return make_error(front, open->place);
    take(front), take(front), take(front);
    if (!expect(front, "(", "after the `>>>` of the launch")) return make_error(front, open->place);
    Expression *arguments[MAX_ARGUMENTS];
    unsigned argument_count = parse_arguments(front, ")", arguments);
    const Type *dim3 = front->dim3;
    launch->grid = convert(front, parts[0], dim3, "the grid of a launch");
    launch->block = convert(front, parts[1], dim3, "the block of a launch");
    if (parts[2]) launch->shared = convert(front, parts[2], front->size_type, "the bytes of shared memory");
    if (parts[3]) launch->stream = convert_stream(front, parts[3]);
    return make_launch(front, kernel, kernel->overloads, launch, arguments, argument_count, kernel->place);
}

static Expression *call_pointer(Front *front, Expression *called, Expression **arguments, unsigned count, Place place) {
    const Type *type = called->type->base;
    if (type->element_count != count) {
        fail(front, place, 1, "the function takes %u arguments and gets %u", NULL, type->element_count, count);
        return make_error(front, place);
    }
    Expression *call = expression_new(front, EXPR_CALL_POINTER, type_referred(type->base), place);
    call->left = called;
    call->is_lvalue = type->base->kind == TYPE_REFERENCE;
    if (!call->is_lvalue) call->type = call->type->plain;
    call->arguments = front_alloc(front, (count + 1) * sizeof *call->arguments);
    call->argument_count = count;
    for (unsigned i = 0; i < count; i++)
        call->arguments[i] = convert(front, arguments[i], type->elements[i], "an argument");
    return call;
}

static Expression *parse_call(Front *front, Expression *called) {
    const Token *open = take(front);
    Expression *arguments[MAX_ARGUMENTS];
    unsigned count = parse_arguments(front, ")", arguments);
    if (front->failed || is_error(called)) return make_error(front, called->place);
    for (unsigned i = 0; i < count; i++)
        if (is_error(arguments[i])) return make_error(front, called->place);
    if (called->kind == EXPR_FUNCTION && called->overloads)
        return make_call(front, called->overloads, arguments, count);
    if (called->type->kind == TYPE_RECORD) {
        Symbol *found = record_find(called->type->record, intern_text(front, "operator()"), NULL);
        if (found) {
            Callee callee = {
                .overloads = found, .object = called, .place = called->place, .name_length = 1, .name = "operator()"};
            return make_call(front, &callee, arguments, count);
        }
    }
    Expression *pointer = make_load(front, called);
    if (pointer->type->kind == TYPE_POINTER && pointer->type->base->kind == TYPE_FUNCTION)
        return call_pointer(front, pointer, arguments, count, open->place);
    if (!is_error(pointer))
        fail(front, called->place, 1, "this is `%s` and cannot be called like a function", NULL,
             show_type(front, called->type));
    return make_error(front, called->place);
}

Expression *parse_primary(Front *front) {
    if (!enter_depth(front)) return make_error(front, peek(front)->place);
    Expression *expression = parse_atom(front);
    for (;;) {
        const Token *token = peek(front);
        if (is_token(token, "(")) expression = parse_call(front, expression);
        else if (is_token(token, "[") && !is_at(front, 1, "[")) expression = parse_subscript(front, expression);
        else if (is_token(token, ".") || is_token(token, "->")) expression = parse_member(front, expression);
        else if (is_token(token, "<<<")) expression = parse_launch(front, expression);
        else if (is_token(token, "++")) expression = make_step(front, false, 1, expression, take(front)->place);
        else if (is_token(token, "--")) expression = make_step(front, false, -1, expression, take(front)->place);
        else break;
    }
    leave_depth(front);
    return expression;
}

Expression *parse_unary(Front *front) {
    static const char *const signs[] = {"-", "+", "!", "~"};
    const Token *token = peek(front);
    if (token->kind != TOKEN_PUNCTUATOR) return parse_primary(front);
    if (!enter_depth(front)) return make_error(front, token->place);
    Expression *result = NULL;
    for (size_t i = 0; i < 4 && !result; i++)
        if (consume(front, signs[i])) result = make_sign(front, signs[i], parse_unary(front), token->place);
    if (result)
        ;
    else if (consume(front, "++")) result = make_step(front, true, 1, parse_unary(front), token->place);
    else if (consume(front, "--")) result = make_step(front, true, -1, parse_unary(front), token->place);
    else if (consume(front, "*")) {
        bool is_power = front->function && is_token(token - 1, "*") && !token->after_space;
        Expression *operand = parse_unary(front), *call = NULL;
        if (is_power && !is_error(operand) && type_is_arithmetic(operand->type)) {
            fail(front, token[-1].place, 2, "`**` is no operator", "write x * x for a square, or pow(x, y)");
            operand = make_error(front, token->place);
        }
        if (!is_error(operand) && operand->type->kind == TYPE_RECORD)
            call = call_operator(front, intern_text(front, "operator*"), operand, NULL, token->place);
        result = call ? call : make_dereference(front, operand, token->place);
    } else if (consume(front, "&")) result = make_address(front, parse_unary(front), token->place);
    else result = parse_primary(front);
    leave_depth(front);
    return result;
}

// ---- binary operators -----------------------------------------------------------------------------------------

typedef struct {
    const char *text;
    unsigned level; // binds tighter if larger
    Operator operator;
} Binary;
static const Binary BINARIES[] = {{"||", 1, OP_ADD},
                                  {"&&", 2, OP_ADD},
                                  {"|", 3, OP_OR},
                                  {"^", 4, OP_XOR},
                                  {"&", 5, OP_AND},
                                  {"==", 6, OP_EQUAL},
                                  {"!=", 6, OP_NOT_EQUAL},
                                  {"<", 7, OP_LESS},
                                  {"<=", 7, OP_LESS_EQUAL},
                                  {">", 7, OP_GREATER},
                                  {">=", 7, OP_GREATER_EQUAL},
                                  {"<<", 8, OP_SHIFT_LEFT},
                                  {">>", 8, OP_SHIFT_RIGHT},
                                  {"+", 9, OP_ADD},
                                  {"-", 9, OP_SUBTRACT},
                                  {"*", 10, OP_MULTIPLY},
                                  {"/", 10, OP_DIVIDE},
                                  {"%", 10, OP_REMAINDER}};

// `(...);` behind `>>`: it was to close a launch.
static bool ends_statement(const Token *token) {
    const Token *close = is_token(token, "(") ? matching(token) : NULL;
    return close && is_token(close + 1, ";");
}

// `>` stands alone among tokens: this is the operator that begins with it, and how many tokens it has.
static const char *greater_operator(Front *front, unsigned *length) {
    const Token *token = peek(front);
    bool touches = !token[1].after_space && !token[1].starts_line;
    if (front->greater == CLOSES_TEMPLATE || (front->greater == CLOSES_LAUNCH && is_launch_end(front))) return NULL;
    *length = 2;
    if (touches && is_token(token + 1, "=")) return ">=";
    if (touches && is_token(token + 1, ">") && front->greater == CLOSES_LAUNCH && ends_statement(token + 2))
        return NULL;
    if (touches && is_token(token + 1, ">")) {
        if (!token[2].after_space && is_token(token + 2, "=")) return *length = 3, ">>=";
        return ">>";
    }
    *length = 1;
    return ">";
}

static const Binary *binary_next(Front *front, unsigned *length) {
    const Token *token = peek(front);
    if (token->kind != TOKEN_PUNCTUATOR) {
        if (token->kind != TOKEN_NAME) return NULL;
        if (is_token(token, "and")) return *length = 1, &BINARIES[1];
        if (is_token(token, "or")) return *length = 1, &BINARIES[0];
        return NULL;
    }
    const char *text = token->text;
    *length = 1;
    if (text[0] == '>' && !(text = greater_operator(front, length))) return NULL;
    for (size_t i = 0; i < sizeof BINARIES / sizeof *BINARIES; i++)
        if (!strcmp(BINARIES[i].text, text)) return &BINARIES[i];
    return NULL;
}

// `x & 1 == 0` compares first.
static void check_precedence(Front *front, const Binary *outer, const Token *from, const Token *to, Place place) {
    unsigned depth = 0;
    bool is_bits = outer->level >= 3 && outer->level <= 5;
    for (const Token *token = from; is_bits && token < to; token++) {
        if (is_token(token, "(") || is_token(token, "[")) depth++;
        if (is_token(token, ")") || is_token(token, "]")) depth--;
        if (depth || (!is_token(token, "==") && !is_token(token, "!="))) continue;
        warn_of(front, place, 1, "`%s` binds weaker than `%s`", "write parentheses around the `%s` and its operands",
                outer->text, token->text, outer->text);
        return;
    }
}

static Expression *parse_binary(Front *front, unsigned level) {
    if (!enter_depth(front)) return make_error(front, peek(front)->place);
    Expression *left = parse_unary(front);
    unsigned length;
    for (const Binary *binary; (binary = binary_next(front, &length)) && binary->level >= level && !front->failed;) {
        Place place = peek(front)->place;
        if (is_token(peek(front) + 1, "...")) break; // of a fold
        while (length--) take(front);
        const Token *start = front->token;
        Expression *right = parse_binary(front, binary->level + 1);
        check_precedence(front, binary, start, front->token, place);
        if (binary->level <= 2) {
            ExpressionKind kind = binary->level == 1 ? EXPR_OR : EXPR_AND;
            left = make_logical(front, kind, left, right, place);
        } else {
            left = make_binary(front, binary->operator, left, right, place);
        }
    }
    leave_depth(front);
    return left;
}

Expression *parse_conditional_of_level(Front *front) { return parse_binary(front, 11); }

static Expression *make_choice(Front *front, Expression *condition, Expression *left, Expression *right, Place place) {
    if (is_error(left) || is_error(right)) return make_error(front, place);
    Expression *choice = expression_new(front, EXPR_CONDITIONAL, NULL, place);
    choice->condition = convert_to_bool(front, condition);
    const Type *a = left->type, *b = right->type;
    if (left->is_lvalue && right->is_lvalue && a == b && a->kind != TYPE_FUNCTION && !special(left) &&
        !special(right)) {
        choice->left = left;
        choice->right = right;
        choice->type = a;
        choice->is_lvalue = true;
        return choice;
    }
    if (a && b && a->kind == TYPE_VOID && b->kind == TYPE_VOID) {
        choice->left = left;
        choice->right = right;
        choice->type = a;
        return choice;
    }
    if (a && b && (a->kind == TYPE_RECORD || b->kind == TYPE_RECORD)) {
        const Type *type = a->kind == TYPE_RECORD ? a->plain : b->plain;
        if (a->kind == TYPE_RECORD && b->kind == TYPE_RECORD && a->plain != b->plain &&
            conversion_rank(front, right, a) == RANK_NONE)
            type = b->plain;
        if (a->kind == TYPE_RECORD && b->kind != TYPE_RECORD && conversion_rank(front, right, a->plain) == RANK_NONE)
            type = b->plain;
        choice->type = type;
    } else {
        left = make_load(front, left);
        right = make_load(front, right);
        a = left->type, b = right->type;
        bool a_pointer = a->kind == TYPE_POINTER, b_pointer = b->kind == TYPE_POINTER;
        if (type_is_arithmetic(a) && type_is_arithmetic(b)) choice->type = a == b ? a->plain : type_common(front, a, b);
        else if (a_pointer && b_pointer)
            choice->type = conversion_rank(front, right, a) == RANK_NONE ? b->plain : a->plain;
        else if (a_pointer || b_pointer) choice->type = a_pointer ? a->plain : b->plain;
        else if (a->plain == b->plain) choice->type = a->plain;
        else if (a->kind == TYPE_ENUM || b->kind == TYPE_ENUM) choice->type = type_common(front, a, b);
        else choice->type = a->plain;
    }
    choice->left = convert(front, left, choice->type, "a branch of `?:`");
    choice->right = convert(front, right, choice->type, "a branch of `?:`");
    return fold(front, choice);
}

Expression *parse_conditional(Front *front) {
    Expression *condition = parse_binary(front, 1);
    if (!is(front, "?")) return condition;
    Place place = take(front)->place;
    int greater = front->greater;
    if (!enter_depth(front)) return make_error(front, place);
    front->greater = CLOSES_NOTHING;
    Expression *left = is(front, "{") ? parse_braces(front) : parse_expression(front);
    front->greater = greater;
    expect(front, ":", "between the branches of `?:`");
    Expression *right = parse_assignment(front);
    leave_depth(front);
    return make_choice(front, condition, left, right, place);
}

static const char *assignment_next(Front *front, unsigned *length) {
    static const char *const operators[] = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<="};
    const Token *token = peek(front);
    *length = 1;
    if (is_token(token, ">")) {
        const char *text = greater_operator(front, length);
        return text && !strcmp(text, ">>=") ? text : NULL;
    }
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (is_token(token, operators[i])) return operators[i];
    return NULL;
}

// throw value: what nothing catches ends the program, and `catch` is refused.
static Expression *parse_throw(Front *front) {
    Place place = take(front)->place;
    Expression *value = is(front, ";") || is(front, ")") ? NULL : parse_assignment(front);
    Symbol *end = scope_find(front->global, intern_text(front, "abort"));
    if (!end || !end->function || front->failed) return make_error(front, place);
    Expression *call = call_function(front, end->function, NULL, NULL, 0, place);
    if (!value || is_error(call)) return call;
    Expression *both = expression_new(front, EXPR_COMMA, call->type, place);
    both->left = expression_new(front, EXPR_DISCARD, call->type, place);
    both->left->left = value;
    both->right = call;
    return both;
}

Expression *parse_assignment(Front *front) {
    if (is(front, "throw")) return in_device_code(front) ? parse_atom(front) : parse_throw(front);
    Expression *left = parse_conditional(front);
    unsigned length;
    const char *text = assignment_next(front, &length);
    if (!text) return left;
    Place place = peek(front)->place;
    while (length--) take(front);
    if (!enter_depth(front)) return make_error(front, place);
    Expression *right = is(front, "{") ? parse_braces(front) : parse_assignment(front);
    leave_depth(front);
    if (!strcmp(text, "=")) return make_assign(front, left, right, place);
    for (unsigned i = OP_ADD; i <= OP_SHIFT_RIGHT; i++)
        if (!strncmp(OPERATOR_NAMES[i], text, strlen(text) - 1) && strlen(OPERATOR_NAMES[i]) == strlen(text) - 1)
            return make_update(front, (Operator)i, left, right, place);
    return make_error(front, place);
}

Expression *parse_expression(Front *front) {
    Expression *left = parse_assignment(front);
    while (is(front, ",") && !front->failed) {
        const Token *comma = take(front);
        Expression *right = parse_assignment(front);
        left = combine(front, comma, left, right);
    }
    return left;
}
