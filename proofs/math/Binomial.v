(* Binomial coefficients, the tail sums of Pascal's triangle, and the recurrences that programs use.

   choose n k    the binomial coefficient, by Pascal's rule
   below n m     choose n 0 + ... + choose n (m-1)      (m terms)
   T n m         choose n 0 + ... + choose n m          (the tail sum of the exact test)
   pow2 n        2^n, as an integer *)
From Coq Require Import ZArith Lia Bool.
Open Scope Z_scope.

Fixpoint choose (n k : nat) : Z :=
  match n, k with
  | _, O => 1
  | O, S _ => 0
  | S n', S k' => choose n' k' + choose n' (S k')
  end.

(* the sum of f k over k < m *)
Fixpoint sum_below (f : nat -> Z) (m : nat) : Z :=
  match m with O => 0 | S m' => sum_below f m' + f m' end.

Definition below (n m : nat) : Z := sum_below (choose n) m.
Definition T (n m : nat) : Z := below n (S m).
Definition pow2 (n : nat) : Z := 2 ^ Z.of_nat n.

(* ---------- sums ---------- *)
Lemma sum_below_ext f g m : (forall k, (k < m)%nat -> f k = g k) -> sum_below f m = sum_below g m.
Proof. induction m; simpl; intros H; auto. rewrite IHm, (H m); auto. Qed.

Lemma sum_below_add f g m : sum_below (fun k => f k + g k) m = sum_below f m + sum_below g m.
Proof. induction m; simpl; lia. Qed.

Lemma sum_below_sub f g m : sum_below (fun k => f k - g k) m = sum_below f m - sum_below g m.
Proof. induction m; simpl; lia. Qed.

Lemma sum_below_shift f m : sum_below f (S m) = f 0%nat + sum_below (fun k => f (S k)) m.
Proof. induction m; [simpl; lia|]. cbn [sum_below] in *. lia. Qed.

Lemma sum_below_trunc f j N :
  sum_below (fun k => if (k <? j)%nat then f k else 0) N = sum_below f (min j N).
Proof.
  induction N; [rewrite Nat.min_0_r; reflexivity|]. cbn [sum_below]. rewrite IHN.
  destruct (N <? j)%nat eqn:E; [apply Nat.ltb_lt in E|apply Nat.ltb_ge in E].
  - replace (min j (S N)) with (S N) by lia. replace (min j N) with N by lia. reflexivity.
  - replace (min j (S N)) with (min j N) by lia. lia.
Qed.

(* ---------- powers of two ---------- *)
Lemma pow2_pos n : 0 < pow2 n.
Proof. apply Z.pow_pos_nonneg; lia. Qed.
Lemma pow2_S n : pow2 (S n) = 2 * pow2 n.
Proof. unfold pow2. rewrite Nat2Z.inj_succ, Z.pow_succ_r; lia. Qed.
Lemma pow2_le n m : (n <= m)%nat -> pow2 n <= pow2 m.
Proof. intros H. apply Z.pow_le_mono_r; lia. Qed.

(* ---------- binomial coefficients ---------- *)
Lemma choose_0 n : choose n 0 = 1.
Proof. destruct n; reflexivity. Qed.
Lemma choose_pascal n k : choose (S n) (S k) = choose n k + choose n (S k).
Proof. reflexivity. Qed.

Lemma choose_nonneg n : forall k, 0 <= choose n k.
Proof. induction n; intros [|k]; simpl; try lia. pose proof (IHn k). pose proof (IHn (S k)). lia. Qed.

Lemma choose_gt n : forall k, (n < k)%nat -> choose n k = 0.
Proof. induction n; intros [|k] H; simpl; try lia. rewrite !IHn; lia. Qed.

Lemma choose_pos n : forall k, (k <= n)%nat -> 0 < choose n k.
Proof.
  induction n; intros [|k] H; simpl; try lia.
  specialize (IHn k ltac:(lia)). pose proof (choose_nonneg n (S k)). lia.
Qed.

Lemma choose_diag n : choose n n = 1.
Proof. induction n; simpl; auto. rewrite IHn, choose_gt; lia. Qed.

Lemma choose_sym_add : forall a b, choose (a + b) a = choose (a + b) b.
Proof.
  induction a; intros b.
  - simpl. rewrite choose_0, choose_diag. reflexivity.
  - induction b.
    + replace (S a + 0)%nat with (S a) by lia. rewrite choose_0, choose_diag. reflexivity.
    + replace (S a + S b)%nat with (S (S a + b)) by lia. rewrite !choose_pascal.
      rewrite IHb. replace (S a + b)%nat with (a + S b)%nat by lia. rewrite (IHa (S b)). lia.
Qed.

(* Symmetry. *)
Theorem choose_sym n k : (k <= n)%nat -> choose n (n - k) = choose n k.
Proof.
  intros H. pose proof (choose_sym_add (n - k) k) as E.
  replace (n - k + k)%nat with n in E by lia. exact E.
Qed.

(* The ratio of neighbours in a row: what a running-product loop uses. *)
Theorem choose_ratio n : forall k, choose n (S k) * Z.of_nat (S k) = choose n k * (Z.of_nat n - Z.of_nat k).
Proof.
  induction n; intros k.
  - destruct k; simpl; lia.
  - rewrite choose_pascal. destruct k.
    + specialize (IHn 0%nat). rewrite !choose_0 in *. lia.
    + pose proof (IHn k) as H1. pose proof (IHn (S k)) as H2.
      rewrite choose_pascal. rewrite !Nat2Z.inj_succ in *. unfold Z.succ in *. lia.
Qed.

(* The ratio of neighbours in a column: from row n to row n+1. *)
Theorem choose_row_ratio n k : (k <= n)%nat ->
  choose (S n) k * (Z.of_nat (S n) - Z.of_nat k) = choose n k * Z.of_nat (S n).
Proof.
  intros H. destruct k as [|k]; [rewrite !choose_0; lia|].
  rewrite choose_pascal. pose proof (choose_ratio n k). nia.
Qed.

(* Coefficients grow up to the middle of the row. *)
Lemma choose_grows n k : (2 * k + 1 <= n)%nat -> choose n k <= choose n (S k).
Proof.
  intros H. pose proof (choose_ratio n k). pose proof (choose_nonneg n k). pose proof (choose_nonneg n (S k)). nia.
Qed.
Lemma choose_grows_strictly n k : (2 * k + 2 <= n)%nat -> choose n k < choose n (S k).
Proof.
  intros H. pose proof (choose_ratio n k). pose proof (choose_pos n k ltac:(lia)). nia.
Qed.

(* ---------- tail sums ---------- *)
Lemma below_S n m : below n (S m) = below n m + choose n m.
Proof. reflexivity. Qed.
Lemma T_0 n : T n 0 = 1.
Proof. unfold T, below. simpl. apply choose_0. Qed.
Lemma T_below n m : T n m = below n m + choose n m.
Proof. reflexivity. Qed.

(* One term further along a row. *)
Theorem T_next n m : T n (S m) = T n m + choose n (S m).
Proof. reflexivity. Qed.

Lemma below_le n : forall m m', (m <= m')%nat -> below n m <= below n m'.
Proof.
  intros m m' H. induction H; try lia. rewrite below_S. pose proof (choose_nonneg n m0). lia.
Qed.
Lemma below_lt n m m' : (m < m')%nat -> (m <= n)%nat -> below n m < below n m'.
Proof.
  intros H Hn. pose proof (below_le n (S m) m' H) as L. rewrite below_S in L. pose proof (choose_pos n m Hn). lia.
Qed.
Lemma below_nonneg n m : 0 <= below n m.
Proof. pose proof (below_le n 0 m ltac:(lia)) as H. exact H. Qed.

Lemma below_pascal n m : below (S n) (S m) = below n (S m) + below n m.
Proof.
  induction m.
  - unfold below. cbn [sum_below]. rewrite !choose_0. lia.
  - rewrite (below_S (S n)), IHm, (below_S n (S m)), (below_S n m), choose_pascal. lia.
Qed.

(* Pascal's rule for tail sums: one row further down. *)
Theorem T_pascal n m : T (S n) m = 2 * T n m - choose n m.
Proof. unfold T. rewrite below_pascal, below_S. lia. Qed.

(* Two rows further down and one term further on: both discordant counts grow by one. *)
Theorem T_two_rows n m : T (S (S n)) (S m) = 4 * T n m + choose n (S m) - choose n m.
Proof. rewrite !T_pascal, choose_pascal, T_next. lia. Qed.

(* A whole row sums to 2^n. *)
Theorem row_sum n : T n n = pow2 n.
Proof.
  unfold T. induction n; [reflexivity|].
  rewrite below_pascal, below_S, (choose_gt n (S n)) by lia. rewrite IHn, pow2_S. lia.
Qed.

Lemma below_sym n : forall m, (m <= S n)%nat -> below n m + below n (S n - m) = pow2 n.
Proof.
  induction m; intros H.
  - rewrite Nat.sub_0_r. unfold below at 1. cbn [sum_below]. pose proof (row_sum n) as R. unfold T in R. lia.
  - specialize (IHm ltac:(lia)).
    replace (S n - m)%nat with (S (S n - S m)) in IHm by lia.
    rewrite below_S in *. replace (S n - S m)%nat with (n - m)%nat in * by lia.
    rewrite (choose_sym n m) in IHm by lia. lia.
Qed.

(* The two tails of a row complement each other. *)
Theorem T_sym n m : (m < n)%nat -> T n (n - m - 1) = pow2 n - T n m.
Proof.
  intros H. unfold T. pose proof (below_sym n (S m) ltac:(lia)).
  replace (S (n - m - 1)) with (S n - S m)%nat by lia. lia.
Qed.

Lemma T_pos n m : 0 < T n m.
Proof.
  unfold T. pose proof (below_lt n 0 (S m) ltac:(lia) ltac:(lia)) as H. unfold below at 1 in H. simpl in H. lia.
Qed.
Lemma T_lt n m m' : (m < m')%nat -> (m' <= n)%nat -> T n m < T n m'.
Proof. intros H Hn. apply below_lt; lia. Qed.

(* ---------- twice the smaller tail, against 2^n ---------- *)
Lemma double_tail_eq n m : n = (2 * m)%nat -> 2 * T n m = pow2 n + choose n m.
Proof.
  intros ->. pose proof (below_sym (2 * m) (S m) ltac:(lia)) as H.
  replace (S (2 * m) - S m)%nat with m in H by lia. rewrite below_S in H. rewrite T_below. lia.
Qed.
Lemma double_tail_odd n m : n = (2 * m + 1)%nat -> 2 * T n m = pow2 n.
Proof.
  intros ->. pose proof (below_sym (2 * m + 1) (S m) ltac:(lia)) as H.
  replace (S (2 * m + 1) - S m)%nat with (S m) in H by lia. unfold T. lia.
Qed.
Lemma double_tail_lt n m : (2 * m + 2 <= n)%nat -> 2 * T n m < pow2 n.
Proof.
  intros H. pose proof (below_sym n (S m) ltac:(lia)).
  pose proof (below_lt n (S m) (S n - S m) ltac:(lia) ltac:(lia)). unfold T. lia.
Qed.
