(* The least number of discordant items with which a split can be significant. *)
From Coq Require Import ZArith QArith Lia Bool.
From Discordant.math Require Import Binomial PValue MidP Statistics Validity.
Open Scope Z_scope.

(* some split of n items satisfies the test; n is the least such number *)
Definition reachable (test : nat -> nat -> Prop) (n : nat) : Prop := exists b c, (b + c = n)%nat /\ test b c.
Definition least (test : nat -> nat -> Prop) (n : nat) : Prop :=
  reachable test n /\ forall k, (k < n)%nat -> ~ reachable test k.
(* the p-value is below alpha, strictly *)
Definition below_alpha (p : nat -> nat -> Q) (alpha : Q) (b c : nat) : Prop := (p b c < alpha)%Q.
(* the statistic is above its critical value, strictly *)
Definition above (statistic : nat -> nat -> Q) (critical : Q) (b c : nat) : Prop := (critical < statistic b c)%Q.

(* For a p-value that is 1 at n = 0 and whose smallest value for n >= 1 is s/2^n, at the split n-0: *)
Section SmallestValue.
  Variables (p : nat -> nat -> Q) (s : Z).
  Hypothesis s_pos : 1 <= s.
  Hypothesis at_zero : (p 0 0 == 1)%nat%Q.
  Hypothesis smallest : forall b c, (1 <= b + c)%nat ->
    (p 0%nat (b + c)%nat == over_pow2 s (b + c))%Q /\ (over_pow2 s (b + c) <= p b c)%Q.

  Lemma reachable_iff n alpha : (1 <= n)%nat ->
    (reachable (below_alpha p alpha) n <-> (over_pow2 s n < alpha)%Q).
  Proof.
    intros H. split.
    - intros (b & c & <- & Hp). destruct (smallest b c H) as [_ Hs]. eapply Qle_lt_trans; eassumption.
    - intros Hp. exists 0%nat, n. split; [reflexivity|]. destruct (smallest 0 n H) as [E _].
      unfold below_alpha. simpl in E. rewrite E. exact Hp.
  Qed.
  Lemma not_reachable_0 alpha : (alpha <= 1)%Q -> ~ reachable (below_alpha p alpha) 0.
  Proof.
    intros Ha (b & c & E & Hp). assert (b = 0 /\ c = 0)%nat as [-> ->] by lia.
    unfold below_alpha in Hp. rewrite at_zero in Hp. apply (Qlt_not_le _ _ Hp Ha).
  Qed.
  Lemma smallest_falls n m : (n <= m)%nat -> (over_pow2 s m <= over_pow2 s n)%Q.
  Proof. intros H. apply over_pow2_le. pose proof (pow2_le n m H). nia. Qed.
  Lemma least_iff alpha n : (alpha <= 1)%Q ->
    (least (below_alpha p alpha) n <-> (1 <= n)%nat /\ (over_pow2 s n < alpha <= over_pow2 s (n - 1))%Q).
  Proof.
    intros Ha. split.
    - intros [Hr Hl]. destruct n as [|n]; [exfalso; exact (not_reachable_0 alpha Ha Hr)|].
      split; [lia|]. split; [apply reachable_iff; [lia|exact Hr]|].
      replace (S n - 1)%nat with n by lia. destruct n as [|n].
      + eapply Qle_trans; [exact Ha|]. unfold over_pow2, Qle. simpl. lia.
      + apply Qnot_lt_le. intros C. apply (Hl (S n)); [lia|]. apply reachable_iff; [lia|exact C].
    - intros (Hn & Hlo & Hhi). split; [apply reachable_iff; assumption|].
      intros k Hk Hr. destruct k as [|k]; [exact (not_reachable_0 alpha Ha Hr)|].
      apply reachable_iff in Hr; [|lia]. apply (Qlt_not_le _ _ Hr).
      eapply Qle_trans; [exact Hhi|]. apply smallest_falls. lia.
  Qed.
  Lemma least_exists alpha : (0 < alpha <= 1)%Q -> exists n, least (below_alpha p alpha) n.
  Proof.
    intros [H0 H1].
    assert (E : exists N, (over_pow2 s N < alpha)%Q).
    { exists (Z.to_nat (s * QDen alpha)). apply over_pow2_lt_Q. unfold Qlt in H0; simpl in H0.
      set (x := s * QDen alpha) in *. assert (0 < x) by (unfold x; nia).
      assert (x < pow2 (Z.to_nat x)) by (unfold pow2; rewrite Z2Nat.id by lia; apply Z.pow_gt_lin_r; lia). nia. }
    destruct E as [N HN].
    assert (D : forall N, (over_pow2 s N < alpha)%Q -> (1 <= N)%nat ->
      exists n, (1 <= n)%nat /\ (over_pow2 s n < alpha <= over_pow2 s (n - 1))%Q).
    { induction N0 as [|N0 IH]; intros HN0 Hpos; [lia|].
      destruct (Qlt_le_dec (over_pow2 s N0) alpha) as [L|L].
      - destruct N0; [|apply IH; [exact L|lia]]. exfalso. apply (Qlt_not_le _ _ L).
        eapply Qle_trans; [exact H1|]. unfold over_pow2, Qle. simpl. lia.
      - exists (S N0). split; [lia|]. replace (S N0 - 1)%nat with N0 by lia. split; assumption. }
    destruct (D N HN) as (n & Hn).
    - destruct N; [|lia]. exfalso. apply (Qlt_not_le _ _ HN).
      eapply Qle_trans; [exact H1|]. unfold over_pow2, Qle. simpl. lia.
    - exists n. apply least_iff; assumption.
  Qed.
End SmallestValue.

Lemma p_exact_0 : (p_exact 0 0 == 1)%Q. Proof. reflexivity. Qed.
Lemma p_mid_0 : (p_mid 0 0 == 1)%Q. Proof. reflexivity. Qed.

(* ---------- the exact test ---------- *)
(* Some split of n >= 1 items is significant at the rational alpha exactly when 2/2^n < alpha. *)
Theorem exact_reachable_iff n alpha : (1 <= n)%nat ->
  (reachable (below_alpha p_exact alpha) n <-> (over_pow2 2 n < alpha)%Q).
Proof. exact (fun H => reachable_iff p_exact 2 smallest_p n alpha H). Qed.
(* So the least n is the one with 2/2^n < alpha <= 2/2^(n-1) ... *)
Theorem exact_least_iff alpha n : (alpha <= 1)%Q ->
  (least (below_alpha p_exact alpha) n <-> (1 <= n)%nat /\ (over_pow2 2 n < alpha <= over_pow2 2 (n - 1))%Q).
Proof. apply (least_iff p_exact 2); [lia|exact p_exact_0|exact smallest_p]. Qed.
(* ... and there is one for every alpha. *)
Theorem exact_least_exists alpha : (0 < alpha <= 1)%Q -> exists n, least (below_alpha p_exact alpha) n.
Proof. apply (least_exists p_exact 2); [lia|exact p_exact_0|exact smallest_p]. Qed.
(* At 1/20 it is 6 ... *)
Theorem six_is_least : least (below_alpha p_exact (1 # 20)) 6.
Proof. apply exact_least_iff; [discriminate|]. split; [lia|]. split; [reflexivity|discriminate]. Qed.
(* ... and of the splits of six only 6-0 and 0-6 will do. *)
Theorem six_only_shutout b c : (b + c = 6)%nat -> (below_alpha p_exact (1 # 20) b c <-> (b = 0 \/ c = 0)%nat).
Proof.
  intros H. assert (b <= 6)%nat by lia. replace c with (6 - b)%nat by lia. unfold below_alpha.
  do 7 (destruct b as [|b]; [vm_compute; intuition congruence|]). lia.
Qed.

(* ---------- the mid-p test ---------- *)
(* The same for the mid-p, with 1/2^n in place of 2/2^n: one item fewer. *)
Theorem mid_reachable_iff n alpha : (1 <= n)%nat ->
  (reachable (below_alpha p_mid alpha) n <-> (over_pow2 1 n < alpha)%Q).
Proof. exact (fun H => reachable_iff p_mid 1 smallest_mid n alpha H). Qed.
Theorem mid_least_iff alpha n : (alpha <= 1)%Q ->
  (least (below_alpha p_mid alpha) n <-> (1 <= n)%nat /\ (over_pow2 1 n < alpha <= over_pow2 1 (n - 1))%Q).
Proof. apply (least_iff p_mid 1); [lia|exact p_mid_0|exact smallest_mid]. Qed.
(* At 1/20 it is 5 ... *)
Theorem five_is_least_mid : least (below_alpha p_mid (1 # 20)) 5.
Proof. apply mid_least_iff; [discriminate|]. split; [lia|]. split; [reflexivity|discriminate]. Qed.
(* ... and of the splits of five only 5-0 and 0-5 will do. *)
Theorem five_only_shutout_mid b c : (b + c = 5)%nat -> (below_alpha p_mid (1 # 20) b c <-> (b = 0 \/ c = 0)%nat).
Proof.
  intros H. assert (b <= 5)%nat by lia. replace c with (5 - b)%nat by lia. unfold below_alpha.
  do 6 (destruct b as [|b]; [vm_compute; intuition congruence|]). lia.
Qed.

(* ---------- the chi-square and Edwards' test, by their critical value ---------- *)
(* Some split of n items exceeds the critical value exactly when n does. *)
Theorem chi_square_reachable_iff n critical :
  (reachable (above chi_square critical) n <-> (critical < inject_Z (Z.of_nat n))%Q).
Proof.
  split.
  - intros (b & c & <- & H). destruct (chi_square_range b c) as [_ U]. eapply Qlt_le_trans; eassumption.
  - intros H. exists 0%nat, n. split; [reflexivity|]. unfold above. eapply Qlt_le_trans; [exact H|].
    unfold chi_square, chi_square_num. simpl plus. destruct n; [apply Qle_refl|].
    unfold over_count, inject_Z, Qle. cbn [Qnum Qden]. rewrite Zpos_P_of_succ_nat, Z.pow_2_r. nia.
Qed.
(* With a critical value in [3, 4), as at 1/20 (3.84...), the least n is 4. *)
Theorem four_is_least_chi_square critical : (3 # 1 <= critical)%Q -> (critical < 4 # 1)%Q ->
  least (above chi_square critical) 4.
Proof.
  intros H3 H4. split; [apply chi_square_reachable_iff; exact H4|].
  intros k Hk Hr. apply chi_square_reachable_iff in Hr. apply (Qlt_not_le _ _ Hr). eapply Qle_trans; [|exact H3].
  unfold Qle, inject_Z. simpl. lia.
Qed.
Lemma edwards_below_six b c : (b + c < 6)%nat -> (edwards_statistic b c <= 16 # 5)%Q.
Proof.
  intros H. unfold edwards_statistic, edwards_num. destruct (b + c)%nat as [|n] eqn:E; [discriminate|].
  assert (M : Z.max 0 (Z.abs (Z.of_nat b - Z.of_nat c) - 1) ^ 2 <= (Z.of_nat n) ^ 2)
    by (rewrite !Z.pow_2_r; apply Z.mul_le_mono_nonneg; lia).
  rewrite (Z.pow_2_r (Z.of_nat n)) in M.
  destruct n as [|[|[|[|[|n]]]]]; try lia; unfold over_count, Qle; simpl in *; lia.
Qed.
(* With a critical value in [16/5, 25/6), as at 1/20, Edwards' test needs 6. *)
Theorem six_is_least_edwards critical : (16 # 5 <= critical)%Q -> (critical < 25 # 6)%Q ->
  least (above edwards_statistic critical) 6.
Proof.
  intros H3 H4. split.
  - exists 0%nat, 6%nat. split; [reflexivity|]. unfold above. eapply Qlt_le_trans; [exact H4|discriminate].
  - intros k Hk (b & c & E & Hr). unfold above in Hr. apply (Qlt_not_le _ _ Hr). eapply Qle_trans; [|exact H3].
    apply edwards_below_six. lia.
Qed.
