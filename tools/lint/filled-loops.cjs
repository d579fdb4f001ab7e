// Refuses a loop that asserts, or registers tests, over a list that may be empty: it would pass without a check. Looks at the syntax
// of one file only, so a list that is computed or imported needs `nonEmpty` of @almanac/testing.

const CHECKS = /^(expect|it|test|describe)$/;
/** Calls on a filled list that leave it filled. */
const KEEPING = /^(concat|entries|keys|map|reverse|sort|toReversed|toSorted|values|with)$/;
/** Wrappers that leave the number of elements as it is, by type of node, with their member for the list. */
const WRAPPERS = { AwaitExpression: 'argument', TSAsExpression: 'expression', TSSatisfiesExpression: 'expression' };

module.exports = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      empty:
        'An empty list would pass without a check. Wrap it in `nonEmpty` of @almanac/testing, or assert its length before the loop.',
    },
  },
  create(context) {
    const { sourceCode } = context;
    const check = (loop, list, body) => {
      if (!hasCheck(body, sourceCode) || isFilled(list, sourceCode) || isAsserted(loop, list, sourceCode)) return;
      context.report({ node: list, messageId: 'empty' });
    };
    return {
      ForOfStatement: (loop) => check(loop, loop.right, loop.body),
      'CallExpression[callee.property.name="forEach"]': (call) => check(call, call.callee.object, call.arguments[0]),
    };
  },
};

function hasCheck(node, sourceCode) {
  if (node.type === 'Identifier') return CHECKS.test(node.name);
  const children = (sourceCode.visitorKeys[node.type] ?? []).flatMap((key) => node[key]).filter(Boolean);
  return children.some((child) => hasCheck(child, sourceCode));
}

/** Whether a list, an object or a text certainly has elements. */
function isFilled(node, sourceCode) {
  const isFilledToo = (inner) => inner !== undefined && inner !== null && isFilled(inner, sourceCode);
  const isPart = (part) => part !== null && (part.type !== 'SpreadElement' || isFilledToo(part.argument));
  if (node.type in WRAPPERS) return isFilledToo(node[WRAPPERS[node.type]]);
  switch (node.type) {
    case 'ArrayExpression':
      return node.elements.some(isPart);
    case 'ObjectExpression':
      return node.properties.some(isPart);
    case 'Literal':
      return node.value !== '';
    case 'ConditionalExpression':
      return isFilledToo(node.consequent) && isFilledToo(node.alternate);
    case 'NewExpression':
      return /^(Map|Set)$/.test(node.callee.name) && isFilledToo(node.arguments[0]);
    case 'Identifier':
      return isFilledToo(constantOf(node, sourceCode));
    case 'CallExpression':
      return isFilledCall(node, isFilledToo);
    default:
      return false;
  }
}

function isFilledCall({ callee, arguments: [first] }, isFilledToo) {
  if (callee.type !== 'MemberExpression') return callee.name === 'nonEmpty';
  const [holder, method] = [callee.object.name, callee.property.name];
  if (holder === 'Array' && method === 'from')
    return first.type === 'ObjectExpression' ? hasLength(first) : isFilledToo(first);
  if (holder === 'Object' || holder === 'Promise') return isFilledToo(first);
  return method === 'split' || (KEEPING.test(method) && isFilledToo(callee.object));
}

/** `{ length: 3 }` */
const hasLength = ({ properties }) => properties.some(({ key, value }) => key?.name === 'length' && value.value > 0);

/** The value of a constant of this file. */
function constantOf(identifier, sourceCode) {
  for (let scope = sourceCode.getScope(identifier); scope; scope = scope.upper) {
    const variable = scope.set.get(identifier.name);
    const [definition] = variable?.defs ?? [];
    if (variable)
      return definition?.parent?.kind === 'const' && definition.node.id === definition.name && definition.node.init;
  }
}

/** Whether an earlier statement of the same function asserts that the list has elements. */
function isAsserted(loop, list, sourceCode) {
  const name = sourceCode.getText(list).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const asserted = new RegExp(
    [
      `^expect\\(${name}\\)\\.(not\\.to(HaveLength\\(0\\)|Equal\\(\\[\\]\\))|to(HaveLength\\((?!0\\))|Contain|(Strict)?Equal\\((expect\\.arrayContaining\\()?\\[(?!\\])))`,
      `^expect\\(${name}\\.(length|size)\\)\\.to(BeGreaterThan\\(|(Be|Equal|BeGreaterThanOrEqual)\\((?!0\\)))`,
    ].join('|'),
  );
  for (let node = loop; node.parent && !/Function/.test(node.type); node = node.parent) {
    const before = Array.isArray(node.parent.body) ? node.parent.body.slice(0, node.parent.body.indexOf(node)) : [];
    if (before.some((statement) => asserted.test(sourceCode.getText(statement)))) return true;
  }
  return false;
}
