// operators.c - the nodes of the typed tree, and what each operator means for the types of its operands.
//
// The makers check the types and add the conversions, so the tree is typed from the leaves up; an operator on a record
// becomes a call here.
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

Expression *make_unary(Front *front, ExpressionKind kind, const Type *type, Expression *left, Place place) {
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

const Variable *root_of(const Expression *expression) {
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

const char *const OPERATOR_NAMES[] = {"+",  "-",  "*",  "/",  "%", "&",  "|", "^",
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

Expression *make_offset(Front *front, Expression *pointer, Expression *index, bool negative, Place place) {
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

Expression *convert_operand(Front *front, Expression *operand) {
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

Expression *make_update(Front *front, Operator operator, Expression * left, Expression *right, Place place) {
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

Expression *make_comma(Front *front, Expression *left, Expression *right, Place place) {
    Expression *comma = expression_new(front, EXPR_COMMA, right->type, place);
    comma->left = left;
    comma->right = right;
    comma->is_lvalue = right->is_lvalue;
    return comma;
}

Expression *make_logical(Front *front, ExpressionKind kind, Expression *left, Expression *right, Place place) {
    Expression *expression = expression_new(front, kind, type_basic(front, TYPE_BOOL), place);
    expression->left = convert_to_bool(front, left);
    expression->right = convert_to_bool(front, right);
    return fold(front, expression);
}

Expression *make_step(Front *front, bool is_before, int step, Expression *operand, Place place) {
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

Expression *make_sign(Front *front, const char *text, Expression *operand, Place place) {
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

Expression *make_choice(Front *front, Expression *condition, Expression *left, Expression *right, Place place) {
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
