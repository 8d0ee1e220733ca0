(* The forward error of the binary64 ratio loop  t := t (n-k) / (k+1); s := s + t.

   The loop rounds every operation; the bound is proved for any rounding with fl x = x (1+e), |e| <= u, and then for
   round-to-nearest-even with 53 bits. The exponent is unbounded there: overflow and underflow must be excluded
   separately. Integers up to 2^53 are taken as exact. *)
From Coq Require Import Reals Lra Psatz Arith Lia ZArith.
From Flocq Require Import Core Relative.
From Discordant.math Require Import Binomial.
Open Scope R_scope.

Section Model.
  Variable u : R.
  Variable fl : R -> R.
  Hypothesis u_range : 0 <= u < 1.
  Hypothesis fl_model : forall x, exists e, Rabs e <= u /\ fl x = x * (1 + e).

  (* y is x but for at most k roundings *)
  Definition near (k : nat) (x y : R) := x * (1 - u) ^ k <= y <= x * (1 + u) ^ k.

  Lemma near_pos k x y : 0 <= x -> near k x y -> 0 <= y.
  Proof. intros Hx [H _]. apply Rle_trans with (2 := H). apply Rmult_le_pos; [lra|apply pow_le; lra]. Qed.
  Lemma near_le j k x y : (j <= k)%nat -> 0 <= x -> near j x y -> near k x y.
  Proof.
    intros H Hx [H1 H2]. replace k with (j + (k - j))%nat by lia. unfold near. rewrite !pow_add.
    assert (0 <= (1 - u) ^ (k - j) <= 1)
      by (split; [apply pow_le; lra|rewrite <- (pow1 (k - j)) at 2; apply pow_incr; lra]).
    assert (1 <= (1 + u) ^ (k - j)) by (apply pow_R1_Rle; lra).
    assert (0 <= x * (1 - u) ^ j) by (apply Rmult_le_pos; [lra|apply pow_le; lra]).
    assert (0 <= x * (1 + u) ^ j) by (apply Rmult_le_pos; [lra|apply pow_le; lra]). split; nra.
  Qed.
  Lemma near_mult j x y c : 0 <= c -> near j x y -> near j (x * c) (y * c).
  Proof. intros Hc [H1 H2]. unfold near. split; nra. Qed.
  Lemma near_add j x y x' y' : near j x y -> near j x' y' -> near j (x + x') (y + y').
  Proof. unfold near. intros; lra. Qed.
  Lemma near_fl j x y : 0 <= x -> near j x y -> near (S j) x (fl y).
  Proof.
    intros Hx H. destruct (fl_model y) as (e & He & ->). pose proof (near_pos _ _ _ Hx H). destruct H as [H1 H2].
    apply Rabs_le_inv in He. unfold near; simpl.
    assert (0 <= x * (1 - u) ^ j) by (apply Rmult_le_pos; [lra|apply pow_le; lra]).
    assert (0 <= x * (1 + u) ^ j) by (apply Rmult_le_pos; [lra|apply pow_le; lra]). split; nra.
  Qed.

  Variable n : nat.
  (* what the loop computes *)
  Fixpoint float_term (k : nat) : R :=
    match k with O => 1 | S k => fl (fl (float_term k * INR (n - k)) * / INR (S k)) end.
  Fixpoint float_tail (k : nat) : R := match k with O => 1 | S k' => fl (float_tail k' + float_term k) end.

  Lemma choose_IZR k : (k < n)%nat -> IZR (choose n (S k)) = IZR (choose n k) * INR (n - k) * / INR (S k).
  Proof.
    intros H. assert (INR (S k) <> 0) by (apply not_0_INR; lia).
    apply Rmult_eq_reg_r with (INR (S k)); [|assumption]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by assumption.
    rewrite !INR_IZR_INZ, <- !mult_IZR. f_equal. rewrite choose_ratio. f_equal. lia.
  Qed.
  Lemma choose_IZR_nonneg k : 0 <= IZR (choose n k).
  Proof. apply IZR_le, choose_nonneg. Qed.

  Lemma term_error k : (k <= n)%nat -> near (2 * k) (IZR (choose n k)) (float_term k).
  Proof.
    induction k; intros H; [rewrite choose_0; unfold near; simpl; lra|].
    specialize (IHk ltac:(lia)). rewrite choose_IZR by lia.
    assert (0 <= / INR (S k)) by (left; apply Rinv_0_lt_compat, lt_0_INR; lia).
    replace (2 * S k)%nat with (S (S (2 * k))) by lia. cbn [float_term].
    pose proof (choose_IZR_nonneg k). pose proof (pos_INR (n - k)).
    apply near_fl; [repeat apply Rmult_le_pos; assumption|]. apply near_mult; [assumption|].
    apply near_fl; [apply Rmult_le_pos; assumption|]. apply near_mult; assumption.
  Qed.
  Lemma tail_error m : (m <= n)%nat -> near (3 * m) (IZR (T n m)) (float_tail m).
  Proof.
    induction m; intros H; [rewrite T_0; unfold near; simpl; lra|]. specialize (IHm ltac:(lia)).
    rewrite T_next, plus_IZR. replace (3 * S m)%nat with (S (3 * m + 2)) by lia. cbn [float_tail].
    assert (0 <= IZR (T n m)) by (apply IZR_le, Z.lt_le_incl, T_pos).
    pose proof (choose_IZR_nonneg (S m)).
    apply near_fl; [lra|]. apply near_add.
    - apply (near_le (3 * m)); [lia|assumption|assumption].
    - apply (near_le (2 * S m)); [lia|assumption|]. apply term_error. lia.
  Qed.
End Model.

(* binary64, round to nearest even, exponent unbounded; its unit roundoff is 2^-53 *)
Definition fl64 := round radix2 (FLX_exp 53) ZnearestE.
Definition u64 : R := / 2 ^ 53.
Lemma fl64_model x : exists e, Rabs e <= u64 /\ fl64 x = x * (1 + e).
Proof.
  destruct (relative_error_N_FLX_ex radix2 53 ltac:(lia) (fun z => negb (Z.even z)) x) as (e & He & E).
  exists e. split; [|exact E]. eapply Rle_trans; [exact He|]. right. unfold u64. simpl. lra.
Qed.

(* After m steps the computed tail is T(n,m) but for at most 3m roundings. *)
Theorem binary64_tail_error n m : (m <= n)%nat ->
  IZR (T n m) * (1 - u64) ^ (3 * m) <= float_tail fl64 n m <= IZR (T n m) * (1 + u64) ^ (3 * m).
Proof.
  intros H. apply (tail_error u64 fl64); [unfold u64; lra|exact fl64_model|exact H].
Qed.
