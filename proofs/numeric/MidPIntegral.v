(* The fast path's starting point (docs/fast-bounds.md, part 1): the mid-p is the mass of the observed count times an
   integral of Laplace's type, and what the integral's bounds need of its exponent.

   With n = b + c, d = b - c, s = d/n and x = tanh t, T = (x + s) / (1 + s x):

   mid_p_is_an_integral       mid-p = C(n, c)/2^n Int_0^1 (1-x)^(b-1) (1+x)^(c-1) (n + d x) dx
   integrand_is_exponential   the integrand is e^(-n psi(x)) (n + d x) / (1 - x^2), psi(x) = -ln(1-x^2)/2 + s artanh x
   exponent_from_its_minimum  psi(x) + H(s) = half_square s T, the zeta^2/2 of the page
   exponent_is_convex_enough  half_square s T >= (1-s^2) T^2 / 2 for 0 <= s, T < 1: hence f = zeta/T >= sqrt(1-s^2)
   denominator_has_positive_real_part   Re (1-T^2)(1-sT) > 0 in the unit disc, for 0 <= s <= 1/2 *)
From Coq Require Import Reals Lra Lia ZArith.
From Coquelicot Require Import Coquelicot.
From Discordant.math Require Import Binomial PValue MidP.
From Discordant.numeric Require Import Posterior.
Open Scope R_scope.

Definition integrand (b c : nat) (x : R) : R :=
  IZR (choose (b + c) c) / 2 ^ (b + c) * ((1 - x) ^ (b - 1) * (1 + x) ^ (c - 1) * (INR (b + c) + (INR b - INR c) * x)).
Definition artanh (x : R) : R := (ln (1 + x) - ln (1 - x)) / 2.
Definition entropy (s : R) : R := ((1 + s) * ln (1 + s) + (1 - s) * ln (1 - s)) / 2.
Definition psi (s x : R) : R := - ln (1 - x * x) / 2 + s * artanh x.
Definition half_square (s T : R) : R := - ln (1 - T * T) / 2 + ln (1 - s * T) + s * artanh T.

(* the upper tail of Bin(N, (1-x)/2), as x runs from 0 to 1 *)
Lemma tail_derive N len x : (len < N)%nat -> is_derive (fun x => upper N (S len) ((1 - x) / 2)) x
  (- / 2 * (INR (N - len) * IZR (choose N len) * ((1 - x) / 2) ^ (N - len - 1) * (1 - (1 - x) / 2) ^ len)).
Proof.
  intros H.
  assert (I : is_derive (fun x : R => (1 - x) / 2) x (- / 2)) by (auto_derive; [trivial|field]).
  pose proof (is_derive_comp (upper N (S len)) _ x _ _ (upper_derive N len ((1 - x) / 2) H) I) as D. exact D.
Qed.

Lemma tail_at_one N len : (len <= N)%nat -> upper N len 0 = 0.
Proof.
  intros H. unfold upper. rewrite (sumR_ext _ (fun _ => 0)); [apply sumR_zero|].
  intros k Hk. unfold upper_mass_of. rewrite pow_i by lia. ring.
Qed.

Lemma integrand_continuous b c x : continuous (integrand b c) x.
Proof. apply (ex_derive_continuous (integrand b c)). unfold integrand. auto_derive. trivial. Qed.

Lemma antiderivative b c x : let N := (S b + S c)%nat in
  is_derive (fun x => - (upper N (S (S c)) ((1 - x) / 2) + upper N (S c) ((1 - x) / 2))) x (integrand (S b) (S c) x).
Proof.
  intros N.
  pose proof (tail_derive N (S c) x ltac:(unfold N; lia)) as D1. pose proof (tail_derive N c x ltac:(unfold N; lia)) as D2.
  pose proof (is_derive_opp _ _ _ (is_derive_plus _ _ _ _ _ D1 D2)) as D.
  match type of D with is_derive _ _ ?l => assert (E : l = integrand (S b) (S c) x) end; [|rewrite <- E; exact D].
  change opp with Ropp. change plus with Rplus. change (@eq R
    (- (- / 2 * (INR (N - S c) * IZR (choose N (S c)) * ((1 - x) / 2) ^ (N - S c - 1) * (1 - (1 - x) / 2) ^ S c) +
        - / 2 * (INR (N - c) * IZR (choose N c) * ((1 - x) / 2) ^ (N - c - 1) * (1 - (1 - x) / 2) ^ c)))
    (integrand (S b) (S c) x)).
  assert (ratio : INR (N - c) * IZR (choose N c) = INR (S c) * IZR (choose N (S c))).
  { rewrite !INR_IZR_INZ, <- !mult_IZR. f_equal. pose proof (choose_ratio N c) as Q.
    rewrite (Nat2Z.inj_sub N c) by (unfold N; lia). lia. }
  rewrite ratio. unfold integrand. fold N.
  replace (N - S c)%nat with (S b) by (unfold N; lia). replace (N - c - 1)%nat with (S b) by (unfold N; lia).
  replace (S b - 1)%nat with b by lia. replace (S c - 1)%nat with c by lia.
  replace (1 - (1 - x) / 2) with ((1 + x) / 2) by field.
  unfold Rdiv. rewrite !Rpow_mult_distr, !pow_inv.
  replace (INR N) with (INR (S b) + INR (S c)) by (unfold N; rewrite <- plus_INR; reflexivity).
  replace (2 ^ N) with (2 * 2 ^ b * (2 * 2 ^ c)) by (unfold N; rewrite pow_add; simpl; ring).
  rewrite <- !tech_pow_Rmult.
  generalize (INR (S b)) (INR (S c)) (IZR (choose N (S c))). intros.
  pose proof (pow_nonzero 2 b ltac:(lra)). pose proof (pow_nonzero 2 c ltac:(lra)). field. auto.
Qed.

(* mid-p = C(n, c)/2^n Int_0^1 (1-x)^(b-1) (1+x)^(c-1) (n + d x) dx, the smaller count at least one. *)
Theorem mid_p_is_an_integral b c : (1 <= c)%nat -> (c <= b)%nat ->
  is_RInt (integrand b c) 0 1 (IZR (mid_num b c) / IZR (pow2 (b + c))).
Proof.
  intros Hc Hb. destruct c as [|c]; [lia|]. destruct b as [|b]; [lia|].
  set (N := (S b + S c)%nat).
  pose proof (is_RInt_derive (fun x => - (upper N (S (S c)) ((1 - x) / 2) + upper N (S c) ((1 - x) / 2)))
    (integrand (S b) (S c)) 0 1) as I.
  assert (V : IZR (mid_num (S b) (S c)) / IZR (pow2 N) =
    minus (- (upper N (S (S c)) ((1 - 1) / 2) + upper N (S c) ((1 - 1) / 2)))
      (- (upper N (S (S c)) ((1 - 0) / 2) + upper N (S c) ((1 - 0) / 2)))).
  { unfold minus. change plus with Rplus. change opp with Ropp.
    replace ((1 - 1) / 2) with 0 by field. replace ((1 - 0) / 2) with (/ 2) by field.
    rewrite !tail_at_one, !upper_at_half by (unfold N; lia).
    unfold mid_num. rewrite Nat.min_r by lia. fold N.
    replace (IZR (pow2 N)) with (2 ^ N) by (unfold pow2; rewrite <- pow_IZR; reflexivity).
    replace (below N (S (S c))) with (below N (S c) + choose N (S c))%Z by reflexivity.
    rewrite !plus_IZR, mult_IZR. unfold Rdiv. ring. }
  fold N. rewrite V. apply I; intros x _.
  - apply antiderivative.
  - apply integrand_continuous.
Qed.

Lemma ln_one_minus_square x : -1 < x < 1 -> ln (1 - x * x) = ln (1 - x) + ln (1 + x).
Proof. intros H. rewrite <- ln_mult by lra. f_equal. ring. Qed.

(* The integrand is e^(-n psi) (n + d x) / (1 - x^2): the powers are an exponential. *)
Theorem integrand_is_exponential b c x : (1 <= b)%nat -> (1 <= c)%nat -> 0 <= x < 1 ->
  let n := INR (b + c) in let d := INR b - INR c in
  integrand b c x = IZR (choose (b + c) c) / 2 ^ (b + c) * (exp (- n * psi (d / n) x) * (n + d * x) / (1 - x * x)).
Proof.
  intros Hb Hc Hx n d. unfold integrand. fold n d. f_equal.
  assert (Hn : 0 < n) by (apply lt_0_INR; lia).
  assert (E : exp (- n * psi (d / n) x) = (1 - x) ^ b * (1 + x) ^ c).
  { replace (- n * psi (d / n) x) with (INR b * ln (1 - x) + INR c * ln (1 + x)).
    - rewrite exp_plus. fold (Rpower (1 - x) (INR b)) (Rpower (1 + x) (INR c)). rewrite !Rpower_pow by lra. reflexivity.
    - unfold psi, artanh. rewrite ln_one_minus_square by lra. unfold n, d. rewrite plus_INR in *. field.
      unfold n in Hn. rewrite plus_INR in Hn. lra. }
  rewrite E. destruct b as [|b]; [lia|]. destruct c as [|c]; [lia|].
  replace (S b - 1)%nat with b by lia. replace (S c - 1)%nat with c by lia.
  replace (1 - x * x) with ((1 - x) * (1 + x)) by ring. simpl pow. field. lra.
Qed.

(* T = (x + s) / (1 + s x) counts from the minimum of psi at x = -s: psi(x) + H(s) depends on s and T as half_square. *)
Theorem exponent_from_its_minimum s x : 0 <= s < 1 -> 0 <= x < 1 ->
  psi s x + entropy s = half_square s ((x + s) / (1 + s * x)).
Proof.
  intros Hs Hx. set (T := (x + s) / (1 + s * x)).
  assert (P : 0 < 1 + s * x) by nra.
  assert (A : 1 - T = (1 - s) * (1 - x) / (1 + s * x)) by (unfold T; field; lra).
  assert (B : 1 + T = (1 + s) * (1 + x) / (1 + s * x)) by (unfold T; field; lra).
  assert (C : 1 - s * T = (1 - s) * (1 + s) / (1 + s * x)) by (unfold T; field; lra).
  assert (L : forall u v w, 0 < u -> 0 < v -> 0 < w -> ln (u * v / w) = ln u + ln v - ln w).
  { intros u v w Hu Hv Hw. rewrite ln_div by nra. rewrite ln_mult by lra. reflexivity. }
  assert (T1 : -1 < T < 1).
  { split; apply Rminus_lt_0; [replace (T - -1) with (1 + T) by ring; rewrite B|rewrite A];
      apply Rdiv_lt_0_compat; nra. }
  unfold half_square, psi, artanh, entropy. rewrite !ln_one_minus_square by lra.
  rewrite A, B, C, !L by lra. field.
Qed.

Lemma half_square_derive s T : 0 <= s < 1 -> 0 <= T < 1 ->
  is_derive (half_square s) T ((1 - s * s) * T / ((1 - T * T) * (1 - s * T))).
Proof.
  intros Hs HT. assert (0 < 1 - T * T) by nra. assert (0 < 1 - s * T) by nra.
  unfold half_square, artanh. auto_derive; [repeat split; lra|]. field. repeat split; nra.
Qed.

(* zeta^2/2 is at least (1-s^2) T^2 / 2: the factor f = zeta/T of the Gaussian is at least its value sqrt(1-s^2) at 0. *)
Theorem exponent_is_convex_enough s T : 0 <= s < 1 -> 0 <= T < 1 -> (1 - s * s) * (T * T) / 2 <= half_square s T.
Proof.
  intros Hs HT. set (gap := fun u => half_square s u - (1 - s * s) * (u * u) / 2).
  assert (Z : gap 0 = 0).
  { unfold gap, half_square, artanh. rewrite !Rmult_0_l, !Rmult_0_r, !Rplus_0_r, !Rminus_0_r, ln_1. field. }
  destruct (Req_dec T 0) as [->|N]; [fold (gap 0); unfold gap in Z; lra|].
  assert (D : forall u, 0 <= u <= T -> is_derive gap u ((1 - s * s) * u * (/ ((1 - u * u) * (1 - s * u)) - 1))).
  { intros u Hu. unfold gap.
    assert (0 < 1 - u * u) by nra. assert (0 < 1 - s * u) by nra.
    pose proof (half_square_derive s u Hs ltac:(lra)) as D1.
    assert (D2 : is_derive (fun u => (1 - s * s) * (u * u) / 2) u ((1 - s * s) * u)) by (auto_derive; [trivial|field]).
    pose proof (is_derive_minus _ _ _ _ _ D1 D2) as D3.
    match type of D3 with is_derive _ _ ?l => match goal with |- is_derive _ _ ?r => replace r with l; [exact D3|] end end.
    unfold minus, opp, plus; simpl. field. repeat split; nra. }
  destruct (MVT_gen gap 0 T (fun u => (1 - s * s) * u * (/ ((1 - u * u) * (1 - s * u)) - 1))) as [v [Hv E]].
  - intros u Hu. rewrite Rmin_left, Rmax_right in Hu by lra. apply D. lra.
  - intros u Hu. rewrite Rmin_left, Rmax_right in Hu by lra.
    apply continuity_pt_filterlim. apply (ex_derive_continuous gap). eexists. apply D. lra.
  - rewrite Rmin_left, Rmax_right in Hv by lra. rewrite Z in E.
    assert (P : 0 < (1 - v * v) * (1 - s * v) <= 1).
    { assert (0 < 1 - v * v <= 1) by nra. assert (0 < 1 - s * v <= 1) by nra. nra. }
    assert (Q : 1 <= / ((1 - v * v) * (1 - s * v))).
    { rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
    assert (0 <= (1 - s * s) * v * (/ ((1 - v * v) * (1 - s * v)) - 1) * (T - 0)).
    { repeat apply Rmult_le_pos; nra. }
    unfold gap in E at 1. lra.
Qed.

(* With T = u + i v in the unit disc this is the real part of (1-T^2)(1-sT): the exponent's derivative over T has no pole in the disc and
   a positive real part, so that zeta/T is an analytic square root there. *)
Theorem denominator_has_positive_real_part s u v : 0 <= s <= / 2 -> u * u + v * v < 1 ->
  0 < (1 - u * u + v * v) * (1 - s * u) - 2 * s * u * (v * v).
Proof.
  intros Hs HT. assert (Hv : 0 <= v * v) by nra. set (w := v * v) in *.
  assert (-1 < u < 1) by (split; nra).
  destruct (Rle_dec u 0) as [N|P].
  - assert (F : 0 <= s * - u) by (apply Rmult_le_pos; lra).
    assert (0 <= s * - u * w) by (apply Rmult_le_pos; lra).
    assert (0 < (1 - u * u + w) * (1 - s * u)) by (apply Rmult_lt_0_compat; lra). lra.
  - (* the left side falls as s grows to 1/2, where it is (1-u^2)(1-u/2) + w (1-3u/2) *)
    assert (A : 0 < (1 - u * u) * (1 - u / 2) + w * (1 - 3 * u / 2)).
    { destruct (Rle_dec u (2 / 3)).
      - assert (0 <= w * (1 - 3 * u / 2)) by (apply Rmult_le_pos; lra).
        assert (0 < (1 - u * u) * (1 - u / 2)) by (apply Rmult_lt_0_compat; nra). lra.
      - assert (B : (1 - u * u) * (1 - 3 * u / 2) <= w * (1 - 3 * u / 2)) by nra.
        assert (0 < (1 - u * u) * (2 - 2 * u)) by (apply Rmult_lt_0_compat; nra). lra. }
    assert (C : 0 <= (/ 2 - s) * (u * (1 - u * u + 3 * w))) by (repeat apply Rmult_le_pos; nra). nra.
Qed.
