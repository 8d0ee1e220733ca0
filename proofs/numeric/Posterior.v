(* With a uniform prior on the chance theta that a discordant item favours the candidate, the posterior is the
   Beta(b+1, c+1) distribution. Its mass below one half is the one-sided mid-p. *)
From Coq Require Import Reals Lra Lia ZArith.
From Coquelicot Require Import Coquelicot.
From Discordant.math Require Import Binomial PValue MidP.
Open Scope R_scope.

(* the density (n+1)!/(b! c!) theta^b (1-theta)^c = (n+1) choose n b theta^b (1-theta)^c *)
Definition posterior_density (b c : nat) (theta : R) : R :=
  INR (S (b + c)) * IZR (choose (b + c) b) * theta ^ b * (1 - theta) ^ c.

Fixpoint sumR (f : nat -> R) (m : nat) : R := match m with O => 0 | S m' => sumR f m' + f m' end.
(* the antiderivative: P(Y > N - len) for Y ~ Bin(N, t), the sum of its top `len` masses *)
Definition upper_mass_of (N : nat) (i : nat) (t : R) : R := IZR (choose N i) * t ^ (N - i) * (1 - t) ^ i.
Definition upper (N len : nat) (t : R) : R := sumR (fun i => upper_mass_of N i t) len.

Lemma mass_derive N i t : (i < N)%nat -> is_derive (upper_mass_of N i) t
  (IZR (choose N i) * (INR (N - i) * t ^ (N - i - 1) * (1 - t) ^ i - INR i * t ^ (N - i) * (1 - t) ^ (i - 1))).
Proof.
  intros H. unfold upper_mass_of. auto_derive; [trivial|].
  replace (Nat.pred (N - i)) with (N - i - 1)%nat by lia. replace (Nat.pred i) with (i - 1)%nat by lia.
  change (1 + - t) with (1 - t). ring.
Qed.
(* prove the goal by the known derivative D; what remains is the equality of the two *)
Ltac is_derivative D :=
  let E := fresh in pose proof D as E;
  match type of E with is_derive _ _ ?l => match goal with |- is_derive _ _ ?r => replace r with l; [exact E|] end end;
  clear E.
(* the derivative telescopes *)
Lemma upper_derive N len t : (len < N)%nat -> is_derive (upper N (S len)) t
  (INR (N - len) * IZR (choose N len) * t ^ (N - len - 1) * (1 - t) ^ len).
Proof.
  induction len; intros H.
  - apply (is_derive_ext (upper_mass_of N 0)).
    + intros u. unfold upper. cbn [sumR]. symmetry. apply Rplus_0_l.
    + is_derivative (mass_derive N 0 t H).
      rewrite Nat.sub_0_r, choose_0. change (INR 0) with 0. rewrite !pow_O. ring.
  - specialize (IHlen ltac:(lia)).
    apply (is_derive_ext (fun u => plus (upper N (S len) u) (upper_mass_of N (S len) u))); [reflexivity|].
    is_derivative (is_derive_plus _ _ _ _ _ IHlen (mass_derive N (S len) t H)).
    assert (ratio : INR (S len) * IZR (choose N (S len)) = INR (N - len) * IZR (choose N len)).
    { rewrite !INR_IZR_INZ, <- !mult_IZR. f_equal. rewrite Z.mul_comm, choose_ratio. lia. }
    change plus with Rplus. match goal with |- ?l = ?r => change (@eq R l r) end.
    replace (N - S len)%nat with (N - len - 1)%nat by lia.
    replace (S len - 1)%nat with len by lia. rewrite <- ratio.
    generalize (INR (S len)) (INR (N - len - 1)) (IZR (choose N (S len))) (t ^ (N - len - 1))
      (t ^ (N - len - 1 - 1)) ((1 - t) ^ len) ((1 - t) ^ S len). intros. ring.
Qed.

Lemma density_eq b c t : posterior_density b c t =
  INR (S (b + c) - c) * IZR (choose (S (b + c)) c) * t ^ (S (b + c) - c - 1) * (1 - t) ^ c.
Proof.
  unfold posterior_density. replace (S (b + c) - c - 1)%nat with b by lia.
  replace (INR (S (b + c)) * IZR (choose (b + c) b)) with (INR (S (b + c) - c) * IZR (choose (S (b + c)) c)); [ring|].
  rewrite !INR_IZR_INZ, <- !mult_IZR. f_equal.
  pose proof (choose_row_ratio (b + c) c ltac:(lia)) as R.
  rewrite <- (choose_sym (b + c) b) by lia. replace (b + c - b)%nat with c by lia.
  replace (Z.of_nat (S (b + c) - c)) with (Z.of_nat (S (b + c)) - Z.of_nat c)%Z by lia. lia.
Qed.

Lemma density_integral b c x y :
  is_RInt (posterior_density b c) x y (upper (S (b + c)) (S c) y - upper (S (b + c)) (S c) x).
Proof.
  apply (is_RInt_derive (upper (S (b + c)) (S c)) (posterior_density b c)); intros t _.
  - rewrite density_eq. apply upper_derive. lia.
  - apply (ex_derive_continuous (posterior_density b c)). unfold posterior_density. auto_derive. trivial.
Qed.

Lemma sumR_ext f g m : (forall k, (k < m)%nat -> f k = g k) -> sumR f m = sumR g m.
Proof. induction m; simpl; intros H; [reflexivity|]. rewrite IHm, (H m); auto. Qed.
Lemma sumR_zero m : sumR (fun _ => 0) m = 0.
Proof. induction m; simpl; [reflexivity|]. rewrite IHm. ring. Qed.
Lemma sumR_scaled f s m : sumR (fun k => IZR (f k) * s) m = IZR (sum_below f m) * s.
Proof. induction m; simpl; [ring|]. rewrite IHm, plus_IZR. ring. Qed.

Lemma upper_at_0 b c : upper (S (b + c)) (S c) 0 = 0.
Proof.
  unfold upper. rewrite (sumR_ext _ (fun _ => 0)); [apply sumR_zero|].
  intros k Hk. unfold upper_mass_of. rewrite pow_i by lia. ring.
Qed.
Lemma upper_at_1 b c : upper (S (b + c)) (S c) 1 = 1.
Proof.
  unfold upper. rewrite (sumR_ext _ (fun k => match k with O => 1 | _ => 0 end)).
  - clear. induction c; simpl in *; lra.
  - intros k Hk. unfold upper_mass_of. rewrite pow1. replace (1 - 1) with 0 by ring.
    destruct k; [rewrite choose_0; simpl; ring|]. rewrite pow_i by lia. ring.
Qed.
Lemma upper_at_half N len : (len <= S N)%nat -> upper N len (/ 2) = IZR (below N len) * / 2 ^ N.
Proof.
  intros H. unfold upper. rewrite (sumR_ext _ (fun k => IZR (choose N k) * / 2 ^ N)); [apply sumR_scaled|].
  intros k Hk. unfold upper_mass_of. replace (1 - / 2) with (/ 2) by lra.
  rewrite Rmult_assoc, <- pow_add. replace (N - k + k)%nat with N by lia. rewrite pow_inv. reflexivity.
Qed.

(* It is a density: its integral over [0, 1] is 1. *)
Theorem posterior_is_density b c : is_RInt (posterior_density b c) 0 1 1.
Proof.
  pose proof (density_integral b c 0 1) as I. rewrite upper_at_0, upper_at_1 in I.
  replace (1 - 0) with 1 in I by ring. exact I.
Qed.

(* P(theta <= 1/2 | b, c) = P(X > b) + P(X = b)/2. *)
Theorem posterior_tail_is_one_sided_mid_p b c :
  is_RInt (posterior_density b c) 0 (/ 2) (IZR (one_sided_mid_num b c) / IZR (pow2 (S (b + c)))).
Proof.
  pose proof (density_integral b c 0 (/ 2)) as I. rewrite upper_at_0, upper_at_half in I by lia.
  rewrite one_sided_mid_is_next_row. unfold T.
  replace (IZR (pow2 (S (b + c)))) with (2 ^ S (b + c)) by (unfold pow2; rewrite <- pow_IZR; reflexivity).
  replace (IZR (below (S (b + c)) (S c)) / 2 ^ S (b + c))
    with (IZR (below (S (b + c)) (S c)) * / 2 ^ S (b + c) - 0) by (unfold Rdiv; ring).
  exact I.
Qed.
