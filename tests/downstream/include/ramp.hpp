/* A class template of the downstream project, in C++.
 * SPDX-License-Identifier: MIT
 */
#ifndef RAMP_HPP
#define RAMP_HPP

#include <array>
#include <cstddef>
#include <cstring>

/* Multiplies by gains that come again every Lanes samples, in the vectors that g++ and clang++ have. */
template <typename T, std::size_t Lanes> class Ramp {
  public:
    typedef T vector __attribute__((vector_size(Lanes * sizeof(T))));

    explicit Ramp(T first)
    {
        for (std::size_t i = 0; i < Lanes; i++)
            gains[i] = static_cast<T>(first + static_cast<T>(i));
    }

    void apply(const T *a, T *r, std::size_t n) const
    {
        std::size_t i = 0;
        vector gain, v;
        std::memcpy(&gain, gains.data(), sizeof gain);
        for (; n - i >= Lanes; i += Lanes) {
            std::memcpy(&v, a + i, sizeof v);
            v *= gain;
            std::memcpy(r + i, &v, sizeof v);
        }
        for (; i < n; i++)
            r[i] = static_cast<T>(a[i] * gains[i % Lanes]);
    }

  private:
    std::array<T, Lanes> gains;
};

#endif
