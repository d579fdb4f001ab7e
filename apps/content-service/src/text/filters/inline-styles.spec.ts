import { keepSafeStyles } from './inline-styles';

describe('a style attribute', () => {
  it.each([
    ['color: #cc0000; position: fixed; background-color: #fff;', 'color:#cc0000;background-color:#fff;'],
    ['color: red', 'color:#FF0000;'],
    ['COLOR: ReD', 'color:#FF0000;'],
    ['color: #fff', 'color:#fff;'],
    ['border: 1px solid navy', 'border:1px solid #000080;'],
    ['color: rgb(1, 2, 3)', 'color:rgb(1,2,3);'],
    ['background: rgb(1 2 3 / 50%)', 'background:rgb(1 2 3 / 50%);'],
    ['font-family: "Red Hat", \'Gill Sans\', red', 'font-family:"Red Hat",\'Gill Sans\',red;'],
    ['font: 12px/1.5 serif', 'font:12px/1.5 serif;'],
    ['width: 50%; height: .5em; margin: -1px auto 0 10px', 'width:50%;height:.5em;margin:-1px auto 0 10px;'],
    ['text-align: center !important', 'text-align:center;'],
    ['display: none; display: INLINE-block; display: flex', 'display:none;display:inline-block;display:flex;'],
    ['visibility: hidden; overflow: auto', 'visibility:hidden;overflow:auto;'],
    ['opacity: 0; opacity: .5; opacity: 0.25; opacity: 1', 'opacity:0;opacity:.5;opacity:0.25;opacity:1;'],
  ])('%j becomes %j', (given, safe) => expect(keepSafeStyles(given)).toBe(safe));

  it.each([
    'position: fixed',
    'top: 0; left: 0; z-index: 9',
    'display: inline flow-root',
    'display: 5px',
    'visibility: var(--x)',
    'overflow: url(x)',
    'opacity: 2',
    'opacity: 50%',
    'opacity: -1',
    'behavior: url(x.htc)',
    '-moz-binding: url(x.xml#y)',
    'background: url(javascript:alert(1))',
    'background-image: url("https://example.com/x.png")',
    'background: u\\72l(x)',
    'color: expression(alert(1))',
    'color: exp/**/ression(alert(1))',
    'width: calc(100% + var(--x))',
    'width: attr(data-x)',
    'color: var(--x)',
    'color: red}body{color:blue',
    'color: red<',
    'color',
    'color:',
    ': red',
    'font-family: "a"b"',
    `width: ${'1px '.repeat(100)}`,
  ])('loses %j', (given) => expect(keepSafeStyles(given)).toBe(''));
});
