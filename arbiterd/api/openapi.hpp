// The API's description, made from the table of routes and from schemas/.
#pragma once

#include <string>

namespace flagfall::api {

// The OpenAPI 3.1 document: every route with its parameters, bodies, answers and roles.
std::string openapi_json();

// The same as a page for people: no script and no external resources, so that it can be read in a
// hall without a network.
std::string docs_html();

}  // namespace flagfall::api
