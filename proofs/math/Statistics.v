(* The chi-square statistic (b-c)^2/n and Edwards' continuity-corrected one, max(0, |b-c| - 1)^2/n.
   At n = 0 both are 0. *)
From Coq Require Import ZArith QArith Lia Bool.
Open Scope Z_scope.

Definition chi_square_num (b c : nat) : Z := (Z.of_nat b - Z.of_nat c) ^ 2.
Definition edwards_num (b c : nat) : Z := Z.max 0 (Z.abs (Z.of_nat b - Z.of_nat c) - 1) ^ 2.
(* the same without the clamp at 0, as some packages have it *)
Definition unclamped_num (b c : nat) : Z := (Z.abs (Z.of_nat b - Z.of_nat c) - 1) ^ 2.
(* an integer over the count n; 0 where n = 0 *)
Definition over_count (x : Z) (n : nat) : Q := match n with O => 0 | S k => x # Pos.of_succ_nat k end.
Definition chi_square (b c : nat) : Q := over_count (chi_square_num b c) (b + c).
Definition edwards_statistic (b c : nat) : Q := over_count (edwards_num b c) (b + c).
Definition unclamped (b c : nat) : Q := over_count (unclamped_num b c) (b + c).

Lemma over_count_le x y n : x <= y -> (over_count x n <= over_count y n)%Q.
Proof. intros H. destruct n; [apply Qle_refl|]. unfold over_count, Qle. simpl. nia. Qed.
Lemma over_count_nonneg x n : 0 <= x -> (0 <= over_count x n)%Q.
Proof. intros H. destruct n; [apply Qle_refl|]. unfold over_count, Qle. simpl. nia. Qed.
Lemma over_count_lt_Q x n q : (0 < n)%nat -> (q < over_count x n)%Q <-> Qnum q * Z.of_nat n < x * QDen q.
Proof. intros H. destruct n; [lia|]. unfold over_count, Qlt. cbn [Qnum Qden]. rewrite Zpos_P_of_succ_nat. lia. Qed.

Lemma edwards_num_range b c : 0 <= edwards_num b c <= chi_square_num b c.
Proof.
  unfold edwards_num, chi_square_num. rewrite !Z.pow_2_r.
  destruct (Z.abs_spec (Z.of_nat b - Z.of_nat c)); nia.
Qed.

(* 0 <= Edwards <= chi-square. *)
Theorem edwards_le_chi_square b c : (0 <= edwards_statistic b c <= chi_square b c)%Q.
Proof.
  pose proof (edwards_num_range b c). split; [apply over_count_nonneg|apply over_count_le]; lia.
Qed.

(* 0 <= chi-square <= n. *)
Theorem chi_square_range b c : (0 <= chi_square b c <= inject_Z (Z.of_nat (b + c)))%Q.
Proof.
  unfold chi_square, chi_square_num. split; [apply over_count_nonneg; rewrite Z.pow_2_r; apply Z.square_nonneg|].
  destruct (b + c)%nat eqn:E; [apply Qle_refl|]. unfold over_count, Qle, inject_Z. cbn [Qnum Qden].
  rewrite Zpos_P_of_succ_nat, Z.pow_2_r.
  assert (E' : Z.of_nat b + Z.of_nat c = Z.succ (Z.of_nat n)) by lia. rewrite Nat2Z.inj_succ, <- E'. nia.
Qed.

(* Edwards' statistic is 0 exactly when the two counts differ by at most one: where the exact p-value is 1. *)
Theorem edwards_zero_iff b c : (edwards_statistic b c == 0)%Q <-> (b <= c + 1 /\ c <= b + 1)%nat.
Proof.
  unfold edwards_statistic, edwards_num. destruct (b + c)%nat eqn:E.
  - split; [lia|intros _; reflexivity].
  - unfold over_count, Qeq. cbn [Qnum Qden]. rewrite Z.pow_2_r, Z.mul_1_r.
    destruct (Z.abs_spec (Z.of_nat b - Z.of_nat c)); nia.
Qed.

(* The clamp is needed: without it the statistic of a tie is positive, as large as that of the next split of the
   same n, and larger than that of a split one item away from it; so it is not monotone in |b-c|. *)
Theorem unclamped_is_not_monotone k : (1 <= k)%nat ->
  (edwards_statistic k k == 0)%Q /\ (0 < unclamped k k)%Q /\
  (unclamped k k == unclamped (S k) (pred k))%Q /\ (unclamped (S k) k < unclamped k k)%Q.
Proof.
  intros H. unfold edwards_statistic, edwards_num, unclamped, unclamped_num.
  replace (S k + pred k)%nat with (k + k)%nat by lia.
  replace (Z.of_nat (S k) - Z.of_nat (pred k)) with 2 by lia.
  replace (Z.of_nat (S k) - Z.of_nat k) with 1 by lia. rewrite Z.sub_diag.
  destruct k; [lia|]. simpl. repeat split.
Qed.
(* Off ties the clamp changes nothing. *)
Theorem clamp_acts_at_ties_only b c : b <> c -> edwards_num b c = unclamped_num b c.
Proof. intros H. unfold edwards_num, unclamped_num. f_equal. lia. Qed.
