(* The exact two-sided p-value of McNemar's test.

   b and c are the discordant counts, n = b + c, m = min b c, X ~ Bin(n, 1/2).
   p_num b c    the numerator over 2^n of  min(1, 2 P(X <= m))
   p_exact b c  the p-value itself, a rational number *)
From Coq Require Import ZArith QArith Lia Bool List.
From Discordant.math Require Import Binomial.
Open Scope Z_scope.

(* an integer over 2^n *)
Definition over_pow2 (x : Z) (n : nat) : Q := x # Z.to_pos (pow2 n).
Definition p_num (b c : nat) : Z := Z.min (pow2 (b + c)) (2 * T (b + c) (min b c)).
Definition p_exact (b c : nat) : Q := over_pow2 (p_num b c) (b + c).

Lemma over_pow2_le_Q x n q : (over_pow2 x n <= q)%Q <-> x * QDen q <= Qnum q * pow2 n.
Proof. pose proof (pow2_pos n). unfold over_pow2, Qle; simpl. rewrite Z2Pos.id by lia. reflexivity. Qed.
Lemma over_pow2_lt_Q x n q : (over_pow2 x n < q)%Q <-> x * QDen q < Qnum q * pow2 n.
Proof. pose proof (pow2_pos n). unfold over_pow2, Qlt; simpl. rewrite Z2Pos.id by lia. reflexivity. Qed.
Lemma over_pow2_le x n y m : x * pow2 m <= y * pow2 n -> (over_pow2 x n <= over_pow2 y m)%Q.
Proof.
  intros H. pose proof (pow2_pos n). pose proof (pow2_pos m).
  unfold over_pow2, Qle; simpl. rewrite !Z2Pos.id by lia. exact H.
Qed.
Lemma over_pow2_lt x n y m : x * pow2 m < y * pow2 n -> (over_pow2 x n < over_pow2 y m)%Q.
Proof.
  intros H. pose proof (pow2_pos n). pose proof (pow2_pos m).
  unfold over_pow2, Qlt; simpl. rewrite !Z2Pos.id by lia. exact H.
Qed.
Lemma over_pow2_self n : (over_pow2 (pow2 n) n == 1)%Q.
Proof. pose proof (pow2_pos n). unfold over_pow2, Qeq; simpl. rewrite !Z2Pos.id by lia. lia. Qed.

(* ---------- range and symmetry ---------- *)
Lemma p_num_range b c : 0 < p_num b c <= pow2 (b + c).
Proof. unfold p_num. pose proof (pow2_pos (b + c)). pose proof (T_pos (b + c) (min b c)). lia. Qed.

(* The p-value lies in (0, 1]. *)
Theorem p_range b c : (0 < p_exact b c <= 1)%Q.
Proof.
  pose proof (p_num_range b c). pose proof (pow2_pos (b + c)).
  unfold p_exact, over_pow2, Qlt, Qle; simpl. rewrite Z2Pos.id; lia.
Qed.

Lemma p_num_symmetric b c : p_num b c = p_num c b.
Proof. unfold p_num. rewrite Nat.add_comm, Nat.min_comm. reflexivity. Qed.

(* Exchanging the two runs leaves it unchanged. *)
Theorem p_symmetric b c : p_exact b c = p_exact c b.
Proof. unfold p_exact. rewrite p_num_symmetric, Nat.add_comm. reflexivity. Qed.

(* ---------- where the cap at 1 acts ---------- *)
Lemma p_num_uncapped b c : b <> c -> p_num b c = 2 * T (b + c) (min b c).
Proof.
  intros H. unfold p_num.
  destruct (Nat.eq_dec (b + c) (2 * min b c + 1)) as [E|E].
  - rewrite (double_tail_odd (b + c) (min b c) E). lia.
  - pose proof (double_tail_lt (b + c) (min b c) ltac:(lia)). lia.
Qed.
Lemma p_num_tie b : p_num b b = pow2 (b + b).
Proof.
  unfold p_num. rewrite Nat.min_id, (double_tail_eq (b + b) b) by lia.
  pose proof (choose_nonneg (b + b) b). lia.
Qed.

Lemma p_num_one_iff b c : p_num b c = pow2 (b + c) <-> (b <= c + 1 /\ c <= b + 1)%nat.
Proof.
  split.
  - intros H. destruct (Nat.eq_dec b c); [lia|]. rewrite p_num_uncapped in H by auto.
    destruct (le_lt_dec (2 * min b c + 2) (b + c)); [|lia].
    pose proof (double_tail_lt _ _ l). lia.
  - intros H. destruct (Nat.eq_dec b c); [subst; apply p_num_tie|].
    rewrite p_num_uncapped by auto. apply double_tail_odd. lia.
Qed.

(* It is 1 exactly when the two counts differ by at most one. *)
Theorem p_is_one_iff b c : (p_exact b c == 1)%Q <-> (b <= c + 1 /\ c <= b + 1)%nat.
Proof.
  rewrite <- p_num_one_iff. pose proof (pow2_pos (b + c)).
  unfold p_exact, over_pow2, Qeq; simpl. rewrite !Z2Pos.id by lia. lia.
Qed.

(* ---------- the doubled tail is the two-sided tail ---------- *)
(* the mass, out of 2^n, of the counts k < N of which P holds; w k is the mass of k *)
Definition mass (w : nat -> Z) (P : nat -> bool) (N : nat) : Z :=
  sum_below (fun k => if P k then w k else 0) N.
(* the upper tail of the statistic t at the count k *)
Definition upper_tail (w t : nat -> Z) (N k : nat) : Z := mass w (fun j => t k <=? t j) N.
(* |2k - n|: twice the distance of k from n/2 *)
Definition distance (n k : nat) : Z := Z.abs (2 * Z.of_nat k - Z.of_nat n).

(* min(1, 2 P(X <= m)) is P(|X - n/2| >= |b - n/2|). *)
Theorem p_is_two_sided_tail b c :
  p_num b c = upper_tail (choose (b + c)) (distance (b + c)) (S (b + c)) b.
Proof.
  remember (b + c)%nat as n eqn:En. remember (min b c) as m eqn:Em.
  unfold upper_tail, mass.
  destruct (Nat.eq_dec b c) as [E|E].
  - subst b. rewrite p_num_tie, <- En, <- row_sum. unfold T, below.
    apply sum_below_ext. intros k Hk. replace (distance n c) with 0 by (unfold distance; lia).
    destruct (0 <=? distance n k) eqn:D; auto. apply Z.leb_gt in D. unfold distance in D. lia.
  - rewrite p_num_uncapped, <- En, <- Em by auto.
    rewrite (sum_below_ext _ (fun k => (if (k <? S m)%nat then choose n k else 0)
                               + (choose n k - (if (k <? n - m)%nat then choose n k else 0)))).
    + rewrite sum_below_add, sum_below_sub, !sum_below_trunc.
      replace (min (S m) (S n)) with (S m) by lia. replace (min (n - m) (S n)) with (n - m)%nat by lia.
      pose proof (below_sym n (S m) ltac:(lia)) as H. pose proof (row_sum n) as H'.
      replace (S n - S m)%nat with (n - m)%nat in H by lia. unfold T, below in *. lia.
    + intros k Hk.
      destruct (distance n b <=? distance n k) eqn:D; [apply Z.leb_le in D|apply Z.leb_gt in D];
      unfold distance in D;
      (destruct (k <? S m)%nat eqn:D1; [apply Nat.ltb_lt in D1|apply Nat.ltb_ge in D1]);
      (destruct (k <? n - m)%nat eqn:D2; [apply Nat.ltb_lt in D2|apply Nat.ltb_ge in D2]); lia.
Qed.

(* ---------- strictly monotone ---------- *)
Lemma p_num_strictly_monotone b c : (S b <= c)%nat -> p_num b (S c) < p_num (S b) c.
Proof.
  intros H. rewrite (p_num_uncapped b (S c)) by lia. unfold p_num.
  replace (S b + c)%nat with (b + S c)%nat by lia.
  replace (min b (S c)) with b by lia. replace (min (S b) c) with (S b) by lia.
  pose proof (double_tail_lt (b + S c) b ltac:(lia)).
  pose proof (T_lt (b + S c) b (S b) ltac:(lia) ltac:(lia)). lia.
Qed.

(* At fixed n, moving one item from the smaller count to the larger strictly lowers the p-value. *)
Theorem p_strictly_monotone b c : (S b <= c)%nat -> (p_exact b (S c) < p_exact (S b) c)%Q.
Proof.
  intros H. pose proof (p_num_strictly_monotone b c H). pose proof (pow2_pos (S b + c)).
  apply over_pow2_lt. replace (b + S c)%nat with (S b + c)%nat by lia. nia.
Qed.

(* ---------- the smallest p-value that n discordant items can give ---------- *)
Lemma p_num_shutout n : (1 <= n)%nat -> p_num 0 n = 2.
Proof. intros H. rewrite p_num_uncapped by lia. simpl. rewrite T_0. lia. Qed.
Lemma p_num_ge_2 b c : (1 <= b + c)%nat -> 2 <= p_num b c.
Proof.
  intros H. unfold p_num. pose proof (T_pos (b + c) (min b c)).
  destruct (b + c)%nat; [lia|]. rewrite pow2_S. pose proof (pow2_pos n). lia.
Qed.

(* It is 2/2^n, given by the split n-0. *)
Theorem smallest_p b c : (1 <= b + c)%nat ->
  (p_exact 0 (b + c) == over_pow2 2 (b + c))%Q /\ (over_pow2 2 (b + c) <= p_exact b c)%Q.
Proof.
  intros H. split.
  - unfold p_exact. rewrite p_num_shutout by lia. reflexivity.
  - apply over_pow2_le. pose proof (p_num_ge_2 b c H). pose proof (pow2_pos (b + c)). nia.
Qed.
