/* A header of the downstream project.
 * SPDX-License-Identifier: MIT
 */
#ifndef GAIN_H
#define GAIN_H

enum { GAIN_SHIFT = 1 };

#endif
