(* Newcombe's hybrid score limits for delta: square-and-add on the Wilson limits of the two pass rates, with the
   correlation phi of the table (Newcombe 1998, methods 8 and 10).

   a both passed, b only the candidate, c only the baseline, d neither; N = a + b + c + d. *)
From Coq Require Import Reals Lra Psatz.
From Discordant.math Require Import Wilson.
Open Scope R_scope.

Definition margins a b c d := (a + b) * (c + d) * ((a + c) * (b + d)).
(* the correlation; 0 where a margin is empty *)
Definition phi_plain a b c d :=
  if Req_EM_T (margins a b c d) 0 then 0 else (a * d - b * c) / sqrt (margins a b c d).
(* the corrected one: the numerator is lowered by N/2, not below 0, where it is positive *)
Definition phi_corrected a b c d :=
  if Req_EM_T (margins a b c d) 0 then 0
  else if Rlt_dec 0 (a * d - b * c)
       then Rmax (a * d - b * c - (a + b + c + d) / 2) 0 / sqrt (margins a b c d)
       else (a * d - b * c) / sqrt (margins a b c d).

Definition square_and_add below above phi := below ^ 2 - 2 * phi * below * above + above ^ 2.
Definition newcombe_lower phi a b c d z :=
  let N := a + b + c + d in
  (b - c) / N - sqrt (square_and_add ((a + b) / N - wilson_lower (a + b) N z) (wilson_upper (a + c) N z - (a + c) / N)
                        (phi a b c d)).
Definition newcombe_upper phi a b c d z :=
  let N := a + b + c + d in
  (b - c) / N + sqrt (square_and_add (wilson_upper (a + b) N z - (a + b) / N) ((a + c) / N - wilson_lower (a + c) N z)
                        (phi a b c d)).

(* ---------- the correlation ---------- *)
Lemma margins_less_square a b c d : margins a b c d - (a * d - b * c) ^ 2 =
  4 * (a * b * (c * d)) + a * a * (b * c) + a * a * (b * d) + a * a * (c * d) + b * b * (a * c) + b * b * (a * d)
  + c * c * (a * b) + d * d * (a * b) + c * c * (a * d) + d * d * (a * c) + b * b * (c * d) + c * c * (b * d)
  + d * d * (b * c).
Proof. unfold margins. ring. Qed.

Section Correlation.
  Variables a b c d : R.
  Hypothesis a_nonneg : 0 <= a.
  Hypothesis b_nonneg : 0 <= b.
  Hypothesis c_nonneg : 0 <= c.
  Hypothesis d_nonneg : 0 <= d.

  Let prod2 x y : 0 <= x -> 0 <= y -> 0 <= x * y. Proof. apply Rmult_le_pos. Qed.
  Ltac all_nonneg :=
    repeat match goal with |- 0 <= _ + _ => apply Rplus_le_le_0_compat | |- 0 <= _ * _ => apply prod2 end; lra.
  Lemma square_le_margins : (a * d - b * c) ^ 2 <= margins a b c d.
  Proof.
    pose proof (margins_less_square a b c d) as E.
    assert (0 <= margins a b c d - (a * d - b * c) ^ 2); [|lra]. rewrite E. all_nonneg.
  Qed.
  Let margins_nonneg : 0 <= margins a b c d.
  Proof. pose proof square_le_margins. pose proof (pow2_ge_0 (a * d - b * c)). lra. Qed.
  Let quotient_range x : margins a b c d <> 0 -> x ^ 2 <= margins a b c d -> -1 <= x / sqrt (margins a b c d) <= 1.
  Proof.
    intros M H. assert (0 < sqrt (margins a b c d)) as P by (apply sqrt_lt_R0; lra).
    pose proof (sqrt_sqrt (margins a b c d) margins_nonneg) as E. set (r := sqrt (margins a b c d)) in *.
    assert (-r <= x <= r) by (split; apply Rnot_lt_le; intro; nra).
    split; apply Rmult_le_reg_r with r; try assumption; unfold Rdiv; rewrite ?Rmult_assoc, ?Rinv_l by lra; lra.
  Qed.

  (* The correlation of a table of counts lies in [-1, 1] ... *)
  Theorem phi_plain_bounded : -1 <= phi_plain a b c d <= 1.
  Proof.
    unfold phi_plain. destruct (Req_EM_T _ _); [lra|]. apply quotient_range; [assumption|apply square_le_margins].
  Qed.
  (* ... and so does the corrected one. *)
  Theorem phi_corrected_bounded : -1 <= phi_corrected a b c d <= 1.
  Proof.
    unfold phi_corrected. destruct (Req_EM_T _ _); [lra|]. pose proof square_le_margins as S.
    destruct (Rlt_dec _ _); apply quotient_range; try assumption.
    unfold Rmax. destruct (Rle_dec _ _); nra.
  Qed.

  (* |phi| = 1 means that one diagonal is empty *)
  Lemma phi_plain_extreme : 1 - phi_plain a b c d ^ 2 = 0 ->
    margins a b c d <> 0 /\ ((phi_plain a b c d = 1 /\ b = 0 /\ c = 0) \/ phi_plain a b c d = -1).
  Proof.
    unfold phi_plain. destruct (Req_EM_T _ _) as [M|M]; [lra|]. intros H. split; [assumption|].
    assert (0 < sqrt (margins a b c d)) as P by (apply sqrt_lt_R0; lra).
    pose proof (sqrt_sqrt (margins a b c d) margins_nonneg) as E.
    set (q := (a * d - b * c) / sqrt (margins a b c d)) in *.
    assert (X : a * d - b * c = q * sqrt (margins a b c d)) by (unfold q; field; lra).
    assert (Q : (q - 1) * (q + 1) = 0) by nra. apply Rmult_integral in Q. destruct Q as [Q|Q]; [left|right; lra].
    split; [lra|]. replace q with 1 in X by lra.
    assert (D : margins a b c d - (a * d - b * c) ^ 2 = 0) by (rewrite X; simpl; nra).
    rewrite margins_less_square in D.
    assert (AD : 0 < a * d) by (assert (0 <= b * c) by (apply prod2; assumption); lra).
    assert (a <> 0) by (intros ->; lra). assert (d <> 0) by (intros ->; lra).
    assert (G1 : 0 <= a * b * (c * d)) by all_nonneg. assert (G2 : 0 <= a * a * (b * c)) by all_nonneg.
    assert (G3 : 0 <= a * a * (b * d)) by all_nonneg. assert (G4 : 0 <= a * a * (c * d)) by all_nonneg.
    assert (G5 : 0 <= b * b * (a * c)) by all_nonneg. assert (G6 : 0 <= b * b * (a * d)) by all_nonneg.
    assert (G7 : 0 <= c * c * (a * b)) by all_nonneg. assert (G8 : 0 <= d * d * (a * b)) by all_nonneg.
    assert (G9 : 0 <= c * c * (a * d)) by all_nonneg. assert (G10 : 0 <= d * d * (a * c)) by all_nonneg.
    assert (G11 : 0 <= b * b * (c * d)) by all_nonneg. assert (G12 : 0 <= c * c * (b * d)) by all_nonneg.
    assert (G13 : 0 <= d * d * (b * c)) by all_nonneg.
    assert (Z1 : b * (a * a * d) = 0) by lra. assert (Z2 : c * (a * a * d) = 0) by lra.
    assert (a * a * d <> 0) by (repeat apply Rmult_integral_contrapositive_currified; assumption).
    apply Rmult_integral in Z1. apply Rmult_integral in Z2. split; [destruct Z1|destruct Z2]; tauto.
  Qed.
End Correlation.

(* ---------- range and order ---------- *)
Section SquareAndAdd.
  Variables below above phi : R.
  Hypothesis below_nonneg : 0 <= below.
  Hypothesis above_nonneg : 0 <= above.
  Hypothesis phi_range : -1 <= phi <= 1.

  Lemma square_and_add_eq : square_and_add below above phi = (below - phi * above) ^ 2 + (1 - phi ^ 2) * above ^ 2.
  Proof. unfold square_and_add. ring. Qed.
  Lemma square_and_add_range : 0 <= square_and_add below above phi <= (below + above) ^ 2.
  Proof.
    assert (0 <= below * above) by (apply Rmult_le_pos; assumption).
    assert (0 <= (1 - phi) * (below * above)) by (apply Rmult_le_pos; lra).
    assert (0 <= (1 + phi) * (below * above)) by (apply Rmult_le_pos; lra).
    pose proof (pow2_ge_0 (below - above)). unfold square_and_add. split; nra.
  Qed.
  Lemma root_le_sum : 0 <= sqrt (square_and_add below above phi) <= below + above.
  Proof.
    split; [apply sqrt_pos|]. destruct square_and_add_range as [_ H].
    replace (below + above) with (sqrt ((below + above) ^ 2)) by (apply sqrt_pow2; lra). apply sqrt_le_1_alt, H.
  Qed.
  Lemma square_and_add_zero : square_and_add below above phi = 0 ->
    below = phi * above /\ (above = 0 \/ 1 - phi ^ 2 = 0).
  Proof.
    rewrite square_and_add_eq. intros H. pose proof (pow2_ge_0 (below - phi * above)).
    assert (0 <= (1 - phi ^ 2) * above ^ 2) by (apply Rmult_le_pos; [nra|apply pow2_ge_0]).
    assert (E : (below - phi * above) ^ 2 = 0) by lra. assert (F : (1 - phi ^ 2) * above ^ 2 = 0) by lra.
    split.
    - apply Rmult_integral in E. destruct E as [E|E]; [lra|]. apply Rmult_integral in E. destruct E; lra.
    - apply Rmult_integral in F. destruct F as [F|F]; [right; exact F|left].
      apply Rmult_integral in F. destruct F as [F|F]; [exact F|]. apply Rmult_integral in F. destruct F; lra.
  Qed.
End SquareAndAdd.

Section Newcombe.
  Variables a b c d z : R.
  Hypothesis a_nonneg : 0 <= a.
  Hypothesis b_nonneg : 0 <= b.
  Hypothesis c_nonneg : 0 <= c.
  Hypothesis d_nonneg : 0 <= d.
  Hypothesis some_items : 0 < a + b + c + d.
  Hypothesis z_nonneg : 0 <= z.
  Let N := a + b + c + d.

  Let rates : (b - c) / N = (a + b) / N - (a + c) / N.
  Proof. unfold N. field. lra. Qed.
  Let W1 := wilson_in_order (a + b) N z ltac:(unfold N; lra) some_items z_nonneg.
  Let W2 := wilson_in_order (a + c) N z ltac:(unfold N; lra) some_items z_nonneg.

  (* With any correlation in [-1, 1]: -1 <= lower <= delta <= upper <= 1. *)
  Theorem newcombe_in_order phi : -1 <= phi a b c d <= 1 ->
    -1 <= newcombe_lower phi a b c d z <= (b - c) / N /\ (b - c) / N <= newcombe_upper phi a b c d z <= 1.
  Proof.
    intros P. pose proof W1. pose proof W2. unfold newcombe_lower, newcombe_upper. fold N. rewrite rates.
    pose proof (root_le_sum ((a + b) / N - wilson_lower (a + b) N z) (wilson_upper (a + c) N z - (a + c) / N)
      (phi a b c d) ltac:(lra) ltac:(lra) P).
    pose proof (root_le_sum (wilson_upper (a + b) N z - (a + b) / N) ((a + c) / N - wilson_lower (a + c) N z)
      (phi a b c d) ltac:(lra) ltac:(lra) P). lra.
  Qed.
  Theorem newcombe_plain_in_order :
    -1 <= newcombe_lower phi_plain a b c d z <= (b - c) / N /\ (b - c) / N <= newcombe_upper phi_plain a b c d z <= 1.
  Proof. apply newcombe_in_order, phi_plain_bounded; assumption. Qed.
  Theorem newcombe_corrected_in_order :
    -1 <= newcombe_lower phi_corrected a b c d z <= (b - c) / N
    /\ (b - c) / N <= newcombe_upper phi_corrected a b c d z <= 1.
  Proof. apply newcombe_in_order, phi_corrected_bounded; assumption. Qed.
End Newcombe.

(* ---------- antisymmetry ---------- *)
Lemma margins_swap a b c d : margins a c b d = margins a b c d.
Proof. unfold margins. ring. Qed.
Lemma phi_plain_swap a b c d : phi_plain a c b d = phi_plain a b c d.
Proof. unfold phi_plain. rewrite margins_swap, (Rmult_comm c b). reflexivity. Qed.
Lemma phi_corrected_swap a b c d : phi_corrected a c b d = phi_corrected a b c d.
Proof.
  unfold phi_corrected. rewrite margins_swap, (Rmult_comm c b). replace (a + c + b + d) with (a + b + c + d) by ring.
  reflexivity.
Qed.
(* Exchanging the two runs negates the interval. *)
Theorem newcombe_swap phi a b c d z : phi a c b d = phi a b c d ->
  newcombe_lower phi a c b d z = - newcombe_upper phi a b c d z.
Proof.
  intros P. unfold newcombe_lower, newcombe_upper. rewrite P. replace (a + c + b + d) with (a + b + c + d) by ring.
  set (N := a + b + c + d). replace (c - b) with (- (b - c)) by ring.
  match goal with |- _ - sqrt ?x = - (_ + sqrt ?y) => replace y with x by (unfold square_and_add; ring) end.
  unfold Rdiv. ring.
Qed.
Theorem newcombe_plain_swap a b c d z :
  newcombe_lower phi_plain a c b d z = - newcombe_upper phi_plain a b c d z.
Proof. apply newcombe_swap, phi_plain_swap. Qed.
Theorem newcombe_corrected_swap a b c d z :
  newcombe_lower phi_corrected a c b d z = - newcombe_upper phi_corrected a b c d z.
Proof. apply newcombe_swap, phi_corrected_swap. Qed.

(* ---------- zero width ---------- *)
Lemma sqrt_zero x : 0 <= x -> sqrt x = 0 -> x = 0.
Proof. intros H E. pose proof (sqrt_sqrt x H) as S. rewrite E in S. lra. Qed.

(* The plain interval is a single point exactly when no item is discordant and as many passed as failed. *)
Theorem newcombe_plain_zero_width_iff a b c d z :
  0 <= a -> 0 <= b -> 0 <= c -> 0 <= d -> 0 < a + b + c + d -> 0 < z ->
  (newcombe_lower phi_plain a b c d z = newcombe_upper phi_plain a b c d z <-> b = 0 /\ c = 0 /\ a = d).
Proof.
  intros Ha Hb Hc Hd HN Hz.
  pose proof (phi_plain_bounded a b c d Ha Hb Hc Hd) as P.
  set (N := a + b + c + d) in *.
  assert (X1 : 0 <= a + b <= N) by (unfold N; lra). assert (X2 : 0 <= a + c <= N) by (unfold N; lra).
  pose proof (wilson_in_order (a + b) N z X1 HN ltac:(lra)) as W1.
  pose proof (wilson_in_order (a + c) N z X2 HN ltac:(lra)) as W2.
  pose proof (distances_differ (a + b) N z HN) as D.
  pose proof (lower_distance_zero (a + b) N z X1 HN Hz) as L1.
  pose proof (upper_distance_zero (a + b) N z X1 HN Hz) as U1.
  pose proof (lower_distance_zero (a + c) N z X2 HN Hz) as L2.
  pose proof (upper_distance_zero (a + c) N z X2 HN Hz) as U2.
  unfold newcombe_lower, newcombe_upper. fold N. split.
  - set (l1 := (a + b) / N - wilson_lower (a + b) N z) in *. set (u1 := wilson_upper (a + b) N z - (a + b) / N) in *.
    set (l2 := (a + c) / N - wilson_lower (a + c) N z) in *. set (u2 := wilson_upper (a + c) N z - (a + c) / N) in *.
    intros E.
    assert (0 <= l1 /\ 0 <= u1 /\ 0 <= l2 /\ 0 <= u2) as (N1 & N2 & N3 & N4) by (unfold l1, u1, l2, u2; lra).
    pose proof (sqrt_pos (square_and_add l1 u2 (phi_plain a b c d))).
    pose proof (sqrt_pos (square_and_add u1 l2 (phi_plain a b c d))).
    pose proof (square_and_add_range l1 u2 _ N1 N4 P) as [R1 _].
    pose proof (square_and_add_range u1 l2 _ N2 N3 P) as [R2 _].
    assert (Z1 : square_and_add l1 u2 (phi_plain a b c d) = 0) by (apply sqrt_zero; lra).
    assert (Z2 : square_and_add u1 l2 (phi_plain a b c d) = 0) by (apply sqrt_zero; lra).
    apply square_and_add_zero in Z1; try assumption. apply square_and_add_zero in Z2; try assumption.
    destruct Z1 as [E1 C1]. destruct Z2 as [E2 C2].
    (* a distance that is 0 empties a margin, and then phi is 0 and both distances at that end are 0 *)
    assert (M : margins a b c d <> 0).
    { intros M. assert (F : phi_plain a b c d = 0) by (unfold phi_plain; destruct (Req_EM_T _ _); tauto).
      rewrite F in *. rewrite Rmult_0_l in *. pose proof (L1 E1). pose proof (U1 E2). lra. }
    assert (NZ : u2 <> 0).
    { intros Z. apply M. unfold margins. replace (b + d) with 0 by (pose proof (U2 Z); unfold N in *; lra). ring. }
    destruct C1 as [C1|C1]; [contradiction|].
    destruct (phi_plain_extreme a b c d Ha Hb Hc Hd C1) as [_ [(F & -> & ->)|F]].
    + split; [reflexivity|]. split; [reflexivity|]. rewrite F in E1.
      assert (S : u1 = l1) by (unfold u1, l1, u2 in *; rewrite Rplus_0_r in *; lra).
      assert (Z : z ^ 2 * (1 - 2 * ((a + 0) / N)) / (N + z ^ 2) = 0) by (rewrite <- D; lra).
      assert (0 < z ^ 2) by (apply pow_lt; assumption).
      assert (Z' : 1 - 2 * ((a + 0) / N) = 0).
      { apply Rmult_eq_reg_l with (z ^ 2); [|lra]. apply Rmult_eq_reg_r with (/ (N + z ^ 2)).
        - rewrite Rmult_0_r, Rmult_0_l. exact Z.
        - apply Rinv_neq_0_compat. lra. }
      assert (Z'' : N - 2 * (a + 0) = 0).
      { replace (N - 2 * (a + 0)) with (N * (1 - 2 * ((a + 0) / N))) by (field; lra). rewrite Z'. ring. }
      unfold N in Z''. lra.
    + rewrite F in E1. exfalso. apply NZ. lra.
  - intros (-> & -> & <-). unfold phi_plain.
    assert (0 < a) by (unfold N in HN; lra).
    assert (M : margins a 0 0 a = (a * a) ^ 2) by (unfold margins; ring).
    assert (0 < a * a) by (apply Rmult_lt_0_compat; assumption).
    assert (F : (a * a - 0 * 0) / sqrt (margins a 0 0 a) = 1).
    { rewrite M, sqrt_pow2 by lra. field. lra. }
    destruct (Req_EM_T (margins a 0 0 a) 0) as [E|_]; [exfalso; rewrite M in E; nra|]. rewrite F.
    assert (S : (a + 0) / N = 1 / 2) by (unfold N; field; lra).
    rewrite S in D. pose proof (pow2_ge_0 z).
    replace (z ^ 2 * (1 - 2 * (1 / 2)) / (N + z ^ 2)) with 0 in D by (field; lra).
    rewrite S. assert (G : forall x y, x = y -> square_and_add x y 1 = 0)
      by (intros x y ->; unfold square_and_add; ring).
    rewrite !G by lra. rewrite sqrt_0. ring.
Qed.
