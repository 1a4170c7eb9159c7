// The one include of the test framework; the packaged version is 2.13.
#pragma once

#include <catch2/catch.hpp>
