# Where simdjson finds what it would download. SPDX-License-Identifier: MIT
set(ENV{simdjson_DEPENDENCY_CACHE_DIR} "${CMAKE_CURRENT_LIST_DIR}/dependencies")
