// The API's description, generated from the table of routes and from schemas/.
#pragma once

#include <string>

namespace flagfall::api {

// The OpenAPI 3.1 document: every route with its parameters, bodies, answers and roles.
std::string openapi_json();

// The same as a page for people, without scripts and external resources, so that it works in a hall
// without internet.
std::string docs_html();

}  // namespace flagfall::api
