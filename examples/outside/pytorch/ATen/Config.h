/* In the place of the file that PyTorch's own build makes: Vectorized<T> needs none of its macros. SPDX-License-Identifier: MIT */
