(* The mid-p: half of the probability of the observed count is given away before the tail is doubled.

   mid_num b c    the numerator over 2^n of  2 P(X < m) + P(X = m),  m = min b c, X ~ Bin(n, 1/2)
   p_mid b c      the mid-p itself, a rational number *)
From Coq Require Import ZArith QArith Lia Bool List.
From Discordant.math Require Import Binomial PValue Validity.
Open Scope Z_scope.

Definition mid_num (b c : nat) : Z := 2 * below (b + c) (min b c) + choose (b + c) (min b c).
Definition p_mid (b c : nat) : Q := over_pow2 (mid_num b c) (b + c).

Lemma mid_num_T b c : mid_num b c = 2 * T (b + c) (min b c) - choose (b + c) (min b c).
Proof. unfold mid_num. rewrite T_below. lia. Qed.

(* Off ties the mid-p is the exact p-value less the mass of the observed count. *)
Theorem mid_is_exact_minus_mass b c : b <> c ->
  mid_num b c = p_num b c - choose (b + c) (min b c).
Proof. intros. rewrite mid_num_T, p_num_uncapped by auto. lia. Qed.

Lemma mid_num_tie b : mid_num b b = pow2 (b + b).
Proof. rewrite mid_num_T, Nat.min_id, (double_tail_eq (b + b) b) by lia. lia. Qed.

(* At ties it is 1. *)
Theorem mid_tie_is_one b : (p_mid b b == 1)%Q.
Proof. unfold p_mid. rewrite mid_num_tie. apply over_pow2_self. Qed.

Lemma mid_num_le b c : mid_num b c <= p_num b c.
Proof.
  destruct (Nat.eq_dec b c); [subst; rewrite mid_num_tie, p_num_tie; lia|].
  rewrite mid_is_exact_minus_mass by auto. pose proof (choose_nonneg (b + c) (min b c)). lia.
Qed.
Lemma mid_num_ge_half b c : p_num b c <= 2 * mid_num b c.
Proof.
  destruct (Nat.eq_dec b c).
  - subst. rewrite mid_num_tie, p_num_tie. pose proof (pow2_pos (c + c)). lia.
  - unfold mid_num. rewrite p_num_uncapped, T_below by auto. pose proof (below_nonneg (b + c) (min b c)). lia.
Qed.
Lemma mid_num_range b c : 0 < mid_num b c <= pow2 (b + c).
Proof. pose proof (mid_num_le b c). pose proof (mid_num_ge_half b c). pose proof (p_num_range b c). lia. Qed.

(* It never exceeds the exact p-value ... *)
Theorem mid_le_exact b c : (p_mid b c <= p_exact b c)%Q.
Proof. apply over_pow2_le. pose proof (mid_num_le b c). pose proof (pow2_pos (b + c)). nia. Qed.
(* ... and is never less than half of it. *)
Theorem mid_ge_half_exact b c : (p_exact b c <= (2 # 1) * p_mid b c)%Q.
Proof.
  pose proof (mid_num_ge_half b c). pose proof (pow2_pos (b + c)).
  unfold p_exact, p_mid, over_pow2, Qle. cbn [Qnum Qden Qmult]. rewrite Pos.mul_1_l, Z2Pos.id by lia. nia.
Qed.
(* It lies in (0, 1]. *)
Theorem mid_range b c : (0 < p_mid b c <= 1)%Q.
Proof.
  pose proof (mid_num_range b c). pose proof (pow2_pos (b + c)).
  unfold p_mid, over_pow2, Qlt, Qle; simpl. rewrite Z2Pos.id; lia.
Qed.
(* Exchanging the two runs leaves it unchanged. *)
Theorem mid_symmetric b c : p_mid b c = p_mid c b.
Proof. unfold p_mid, mid_num. rewrite Nat.add_comm, Nat.min_comm. reflexivity. Qed.

(* At fixed n, moving one item from the smaller count to the larger strictly lowers it. *)
Theorem mid_strictly_monotone b c : (S b <= c)%nat -> (p_mid b (S c) < p_mid (S b) c)%Q.
Proof.
  intros H. assert (mid_num b (S c) < mid_num (S b) c).
  { unfold mid_num. replace (S b + c)%nat with (b + S c)%nat by lia.
    replace (min b (S c)) with b by lia. replace (min (S b) c) with (S b) by lia.
    rewrite below_S. pose proof (choose_pos (b + S c) b ltac:(lia)).
    pose proof (choose_pos (b + S c) (S b) ltac:(lia)). lia. }
  pose proof (pow2_pos (S b + c)).
  apply over_pow2_lt. replace (b + S c)%nat with (S b + c)%nat by lia. nia.
Qed.

(* The smallest mid-p that n discordant items can give is 1/2^n, at the split n-0. *)
Lemma mid_num_shutout n : (1 <= n)%nat -> mid_num 0 n = 1.
Proof. intros H. unfold mid_num, below. simpl. apply choose_0. Qed.
Theorem smallest_mid b c : (1 <= b + c)%nat ->
  (p_mid 0 (b + c) == over_pow2 1 (b + c))%Q /\ (over_pow2 1 (b + c) <= p_mid b c)%Q.
Proof.
  intros H. split.
  - unfold p_mid. rewrite mid_num_shutout by lia. reflexivity.
  - apply over_pow2_le. pose proof (mid_num_range b c). pose proof (pow2_pos (b + c)). nia.
Qed.

(* ---------- the mid-p test ---------- *)
(* It rejects a true null with probability at most 2 alpha ... *)
Theorem mid_test_twice_alpha (n : nat) (alpha : Q) : (0 <= alpha)%Q ->
  (size p_mid alpha n <= (2 # 1) * alpha)%Q.
Proof.
  intros Ha. eapply Qle_trans; [|apply (exact_test_is_valid n ((2 # 1) * alpha))].
  - unfold size, probability. apply over_pow2_le. apply Z.mul_le_mono_nonneg_r; [pose proof (pow2_pos n); lia|].
    unfold count. apply inj_le, filter_length_mono. intros v Hv HP. unfold rejects in *.
    apply Qle_bool_iff in HP. apply Qle_bool_iff. eapply Qle_trans; [apply mid_ge_half_exact|].
    apply Qmult_le_l; [reflexivity|exact HP].
  - apply Qmult_le_0_compat; [discriminate|exact Ha].
Qed.
(* ... and it is not a level-alpha test: at n = 5 and alpha = 1/20 the probability is 1/16. *)
Theorem mid_is_not_valid : (size p_mid (1 # 20) 5 == 1 # 16)%Q /\ ((1 # 20) < size p_mid (1 # 20) 5)%Q.
Proof. split; vm_compute; reflexivity. Qed.

(* ---------- one-sided ---------- *)
(* the numerators over 2^n of  P(X >= b)  and  P(X > b) + P(X = b)/2  (the latter over 2^(n+1)) *)
Definition one_sided_num (b c : nat) : Z := mass (choose (b + c)) (fun k => (b <=? k)%nat) (S (b + c)).
Definition one_sided_mid_num (b c : nat) : Z :=
  2 * mass (choose (b + c)) (fun k => (b <? k)%nat) (S (b + c)) + choose (b + c) b.
Definition p_one_sided (b c : nat) : Q := over_pow2 (one_sided_num b c) (b + c).
Definition p_one_sided_mid (b c : nat) : Q := over_pow2 (one_sided_mid_num b c) (S (b + c)).

Lemma upper_mass n k : (k <= S n)%nat -> mass (choose n) (fun j => (k <=? j)%nat) (S n) = below n (S n - k).
Proof.
  intros H. unfold mass.
  rewrite (sum_below_ext _ (fun j => choose n j - (if (j <? k)%nat then choose n j else 0))).
  - rewrite sum_below_sub, sum_below_trunc. replace (min k (S n)) with k by lia.
    pose proof (below_sym n k H). pose proof (row_sum n). unfold T, below in *. lia.
  - intros j Hj. destruct (k <=? j)%nat eqn:E, (j <? k)%nat eqn:F; try lia;
    (apply Nat.leb_le in E || apply Nat.leb_gt in E); (apply Nat.ltb_lt in F || apply Nat.ltb_ge in F); lia.
Qed.
(* P(X >= b) = P(X <= c): the one-sided tail counts the other run's items *)
Theorem one_sided_is_lower_tail b c : one_sided_num b c = T (b + c) c.
Proof. unfold one_sided_num. rewrite upper_mass by lia. unfold T. f_equal. lia. Qed.
Lemma one_sided_mid_below b c : one_sided_mid_num b c = below (b + c) c + T (b + c) c.
Proof.
  unfold one_sided_mid_num. change (fun k => (b <? k)%nat) with (fun k => (S b <=? k)%nat).
  rewrite upper_mass by lia. replace (S (b + c) - S b)%nat with c by lia. rewrite T_below.
  replace (choose (b + c) b) with (choose (b + c) c); [lia|].
  rewrite <- (choose_sym (b + c) c) by lia. f_equal. lia.
Qed.
(* The one-sided mid-p is the tail of the next row: P(Y >= b+1) with Y ~ Bin(n+1, 1/2). *)
Theorem one_sided_mid_is_next_row b c : one_sided_mid_num b c = T (S (b + c)) c.
Proof. rewrite one_sided_mid_below, T_pascal, T_below. lia. Qed.
(* The two directions of the one-sided mid-p add to 1. *)
Theorem one_sided_mid_complement b c :
  one_sided_mid_num b c + one_sided_mid_num c b = pow2 (S (b + c)).
Proof.
  rewrite !one_sided_mid_is_next_row. replace (c + b)%nat with (b + c)%nat by lia.
  pose proof (T_sym (S (b + c)) c ltac:(lia)) as H. replace (S (b + c) - c - 1)%nat with b in H by lia. lia.
Qed.
