/* Operations with a scalar operand on SVE: a template file of each_float.h and each_int.h. Compilers put what fits into the instruction.
 * SPDX-License-Identifier: MIT
 */
XL_VEC XL_V XL_OP(add_s)(XL_V a, XL_E x, size_t vl) { (void)vl; return XL_SVE_N(svadd)(XL_SVE_ALL(), a, x); }
XL_VEC XL_V XL_OP(sub_s)(XL_V a, XL_E x, size_t vl) { (void)vl; return XL_SVE_N(svsub)(XL_SVE_ALL(), a, x); }
XL_VEC XL_M XL_OP(eq_s)(XL_V a, XL_E x, size_t vl) { (void)vl; return XL_SVE(svcmpeq_n)(XL_SVE_ALL(), a, x); }
XL_VEC XL_M XL_OP(lt_s)(XL_V a, XL_E x, size_t vl) { (void)vl; return XL_SVE(svcmplt_n)(XL_SVE_ALL(), a, x); }
XL_VEC XL_M XL_OP(le_s)(XL_V a, XL_E x, size_t vl) { (void)vl; return XL_SVE(svcmple_n)(XL_SVE_ALL(), a, x); }
XL_VEC XL_M XL_OP(gt_s)(XL_V a, XL_E x, size_t vl) { (void)vl; return XL_SVE(svcmpgt_n)(XL_SVE_ALL(), a, x); }
XL_VEC XL_M XL_OP(ge_s)(XL_V a, XL_E x, size_t vl) { (void)vl; return XL_SVE(svcmpge_n)(XL_SVE_ALL(), a, x); }

#if XL_W > 8
XL_VEC XL_V XL_OP(mul_s)(XL_V a, XL_E x, size_t vl) { (void)vl; return XL_SVE_N(svmul)(XL_SVE_ALL(), a, x); }
#endif

#if !XL_IS_FLOAT
XL_VEC XL_V XL_OP(min_s)(XL_V a, XL_E x, size_t vl) { (void)vl; return XL_SVE_N(svmin)(XL_SVE_ALL(), a, x); }
XL_VEC XL_V XL_OP(max_s)(XL_V a, XL_E x, size_t vl) { (void)vl; return XL_SVE_N(svmax)(XL_SVE_ALL(), a, x); }
XL_VEC XL_V XL_OP(and_s)(XL_V a, XL_E x, size_t vl) { (void)vl; return XL_SVE_N(svand)(XL_SVE_ALL(), a, x); }
XL_VEC XL_V XL_OP(or_s)(XL_V a, XL_E x, size_t vl) { (void)vl; return XL_SVE_N(svorr)(XL_SVE_ALL(), a, x); }
XL_VEC XL_V XL_OP(xor_s)(XL_V a, XL_E x, size_t vl) { (void)vl; return XL_SVE_N(sveor)(XL_SVE_ALL(), a, x); }
#if XL_W <= 16
XL_VEC XL_V XL_OP(add_sat_s)(XL_V a, XL_E x, size_t vl) { (void)vl; return XL_SVE(svqadd_n)(a, x); }
XL_VEC XL_V XL_OP(sub_sat_s)(XL_V a, XL_E x, size_t vl) { (void)vl; return XL_SVE(svqsub_n)(a, x); }
#endif
#endif
