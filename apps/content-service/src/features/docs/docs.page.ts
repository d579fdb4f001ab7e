import { Eta } from 'eta';
import type { EndpointDocs } from './docs.presenter';

// Needs no external style sheet, script or image, so that the downloaded file is identical to the page.
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title><%= it.title %></title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff; }
code { background: #f2f2f2; color: #222; padding: 0 .25em; overflow-wrap: anywhere; }
td, th { text-align: left; vertical-align: top; padding: .1rem 1rem .1rem 0; overflow-wrap: anywhere; }
th:first-child, td:first-child { min-width: 6rem; }
</style>
</head>
<body>
<header>
<h1><%= it.title %></h1>
<p>Send <code>Authorization: Token &lt;token_id&gt;:&lt;token_secret&gt;</code> with every request, to <code><%= it.baseUrl %></code>.
Lists take <code>count</code>, <code>offset</code>, <code>sort</code> (<code>-name</code> for descending order) and <code>filter[name:like]=%text%</code>.</p>
<nav aria-label="Groups"><ul>
<% for (const name of Object.keys(it.docs)) { %><li><a href="#<%= name %>"><%= name %></a></li>
<% } %></ul></nav>
</header>
<main>
<% for (const [group, endpoints] of Object.entries(it.docs)) { %>
<section aria-labelledby="<%= group %>">
<h2 id="<%= group %>"><%= group %></h2>
<% if (endpoints[0].model_description) { %><p><%= endpoints[0].model_description %></p><% } %>
<% for (const endpoint of endpoints) { %>
<h3 id="<%= endpoint.name %>"><%= endpoint.method %> <code>/<%= endpoint.uri %></code></h3>
<p><%= endpoint.description %></p>
<% if (endpoint.body_params) { %>
<table><thead><tr><th scope="col">Parameter</th><th scope="col">Rules</th></tr></thead><tbody>
<% for (const [parameter, rules] of Object.entries(endpoint.body_params)) { %><tr><td><code><%= parameter %></code></td><td><%= rules.join(', ') %></td></tr>
<% } %></tbody></table>
<% } %><% } %>
</section>
<% } %>
</main>
</body>
</html>
`;

const eta = new Eta();

interface DocsPage {
  title: string;
  baseUrl: string;
  docs: Record<string, EndpointDocs[]>;
}

/** The documentation as one HTML file. */
export const renderDocs = (page: DocsPage): string => eta.renderString(PAGE, page);
