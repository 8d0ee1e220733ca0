(* At fixed margins. Two accuracies fix the pass counts, hence the difference b - c; the discordant count n then
   grows in steps of two, (b, c) -> (b+1, c+1). No p-value falls on the way, so that two accuracies alone bound it. *)
From Coq Require Import ZArith QArith Lia Bool.
From Discordant.math Require Import Binomial PValue MidP Statistics.
Open Scope Z_scope.

Lemma pow2_SS n : pow2 (S (S n)) = 4 * pow2 n.
Proof. rewrite !pow2_S. lia. Qed.
Lemma grow b c : (S b + S c)%nat = S (S (b + c)).
Proof. lia. Qed.
Lemma over_pow2_grows x y n : 4 * x <= y -> (over_pow2 x n <= over_pow2 y (S (S n)))%Q.
Proof. intros H. apply over_pow2_le. rewrite pow2_SS. pose proof (pow2_pos n). nia. Qed.

Lemma p_num_margins b c : 4 * p_num b c <= p_num (S b) (S c).
Proof.
  destruct (Nat.eq_dec b c) as [->|H].
  - rewrite !p_num_tie, grow, pow2_SS. lia.
  - rewrite !p_num_uncapped by lia. rewrite grow. replace (min (S b) (S c)) with (S (min b c)) by lia.
    rewrite T_two_rows. pose proof (choose_grows (b + c) (min b c) ltac:(lia)). lia.
Qed.
(* The exact p-value does not decrease. *)
Theorem p_grows_at_fixed_margins b c : (p_exact b c <= p_exact (S b) (S c))%Q.
Proof. unfold p_exact at 2. rewrite grow. apply over_pow2_grows, p_num_margins. Qed.

(* It increases strictly where the counts differ by two or more. *)
Theorem p_grows_strictly_at_fixed_margins b c : (b + 2 <= c)%nat -> (p_exact b c < p_exact (S b) (S c))%Q.
Proof.
  intros H. unfold p_exact. rewrite grow. apply over_pow2_lt. rewrite pow2_SS.
  rewrite !p_num_uncapped by lia. rewrite grow. replace (min (S b) (S c)) with (S (min b c)) by lia.
  rewrite T_two_rows. pose proof (choose_grows_strictly (b + c) (min b c) ltac:(lia)).
  pose proof (pow2_pos (b + c)). nia.
Qed.

Lemma mid_num_two b c : mid_num b c = below (b + c) (min b c) + T (b + c) (min b c).
Proof. unfold mid_num. rewrite T_below. lia. Qed.
Lemma mid_num_margins b c : 4 * mid_num b c <= mid_num (S b) (S c).
Proof.
  rewrite !mid_num_two, grow. replace (min (S b) (S c)) with (S (min b c)) by lia. rewrite T_two_rows.
  change (below (S (S (b + c))) (S (min b c))) with (T (S (S (b + c))) (min b c)).
  remember (min b c) as m eqn:Em. destruct m as [|m].
  - rewrite !T_0. change (below (b + c) 0) with 0. rewrite choose_0.
    pose proof (choose_nonneg (b + c) 1). lia.
  - rewrite T_two_rows. change (below (b + c) (S m)) with (T (b + c) m).
    assert (choose (b + c) m <= choose (b + c) (S (S m))); [|lia].
    destruct (Nat.eq_dec b c) as [->|H].
    + rewrite <- (choose_sym (c + c) m) by lia. replace (c + c - m)%nat with (S (S m)) by lia. lia.
    + pose proof (choose_grows (b + c) (S m) ltac:(lia)). pose proof (choose_grows (b + c) m ltac:(lia)). lia.
Qed.
(* The mid-p does not decrease. *)
Theorem mid_grows_at_fixed_margins b c : (p_mid b c <= p_mid (S b) (S c))%Q.
Proof. unfold p_mid at 2. rewrite grow. apply over_pow2_grows, mid_num_margins. Qed.

(* The statistics do not increase, so that no p-value that falls as its statistic grows can decrease. *)
Lemma over_count_falls x n : 0 <= x -> (0 < n)%nat -> (over_count x (S (S n)) <= over_count x n)%Q.
Proof. intros H Hn. destruct n; [lia|]. unfold over_count, Qle. cbn [Qnum Qden]. rewrite !Zpos_P_of_succ_nat. nia. Qed.
Lemma difference_kept b c : Z.of_nat (S b) - Z.of_nat (S c) = Z.of_nat b - Z.of_nat c.
Proof. lia. Qed.
Theorem chi_square_falls_at_fixed_margins b c : (chi_square (S b) (S c) <= chi_square b c)%Q.
Proof.
  unfold chi_square, chi_square_num. rewrite difference_kept, grow.
  destruct (b + c)%nat as [|n] eqn:E.
  - assert (b = 0 /\ c = 0)%nat as [-> ->] by lia. discriminate.
  - rewrite <- E. apply over_count_falls; [rewrite Z.pow_2_r; apply Z.square_nonneg|lia].
Qed.
Theorem edwards_falls_at_fixed_margins b c : (edwards_statistic (S b) (S c) <= edwards_statistic b c)%Q.
Proof.
  unfold edwards_statistic, edwards_num. rewrite difference_kept, grow.
  destruct (b + c)%nat as [|n] eqn:E.
  - assert (b = 0 /\ c = 0)%nat as [-> ->] by lia. discriminate.
  - rewrite <- E. apply over_count_falls; [rewrite Z.pow_2_r; apply Z.square_nonneg|lia].
Qed.
Theorem falling_p_grows_at_fixed_margins (p : Q -> Q) b c :
  (forall x y, (x <= y)%Q -> (p y <= p x)%Q) ->
  (p (chi_square b c) <= p (chi_square (S b) (S c)))%Q /\
  (p (edwards_statistic b c) <= p (edwards_statistic (S b) (S c)))%Q.
Proof.
  intros H. split; apply H; [apply chi_square_falls_at_fixed_margins|apply edwards_falls_at_fixed_margins].
Qed.
