(* The steps from that integral to a bound of the remainder (docs/fast-bounds.md, parts 2 and 3).

   weight n a z           e^(-n (z^2 - a^2) / 2)
   expansion_step         one integration by parts on [a, b], h' continuous on R: c + z h(z) gives c times the
                          Gaussian's integral, h at the ends, and the integral of h'
   remainder_bound        n >= 0, f continuous on R, |f| <= M on [a, b]: the integral of f is at most M times the
                          Gaussian's
   far_part_bound         n >= 0, b >= a: the Gaussian's integral from b to b + t is at most e^(-n (b^2 - a^2) / 2) of
                          the one from a to a + t
   ..._limit              the same with b (or t) gone to infinity, where the integrals on both sides converge *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

Definition weight (n a z : R) : R := exp (- n * (z * z - a * a) / 2).

Lemma weight_derive n a z : is_derive (weight n a) z (- (n * z) * weight n a z).
Proof. unfold weight. auto_derive; [trivial|]. unfold Rminus, Rdiv. field. Qed.
Lemma weight_continuous n a z : continuous (weight n a) z.
Proof. apply (ex_derive_continuous (weight n a)). eexists. apply weight_derive. Qed.
Lemma weight_pos n a z : 0 < weight n a z.
Proof. apply exp_pos. Qed.
Lemma weight_at n a : weight n a a = 1.
Proof. unfold weight. rewrite <- exp_0. f_equal. field. Qed.

Lemma exp_grows x y : x <= y -> exp x <= exp y.
Proof. intros [L| ->]; [left; apply exp_increasing; exact L|right; reflexivity]. Qed.

Lemma times_continuous (f g : R -> R) z : continuous f z -> continuous g z -> continuous (fun z => f z * g z) z.
Proof. intros F G. apply (continuous_mult f g); assumption. Qed.
Lemma integrable (f : R -> R) a b : (forall z, continuous f z) -> ex_RInt f a b.
Proof. intros F. apply (ex_RInt_continuous f). intros z _. apply F. Qed.

(* Integration by parts: n Int w (c + z h) = c n Int w + h(a) - w(b) h(b) + Int w h'. *)
Theorem expansion_step n a b c (h dh : R -> R) : (forall z, is_derive h z (dh z)) -> (forall z, continuous dh z) ->
  RInt (fun z => n * weight n a z * (c + z * h z)) a b =
  c * RInt (fun z => n * weight n a z) a b + (h a - weight n a b * h b) + RInt (fun z => weight n a z * dh z) a b.
Proof.
  intros H C.
  assert (Hc : forall z, continuous h z) by (intros z; apply (ex_derive_continuous h); eexists; apply H).
  assert (Wn : forall z, continuous (fun z => n * weight n a z) z)
    by (intros z; apply (times_continuous (fun _ => n)); [apply continuous_const|apply weight_continuous]).
  assert (D : forall z, is_derive (fun z => - (weight n a z * h z)) z (n * weight n a z * (z * h z) - weight n a z * dh z)).
  { intros z. pose proof (is_derive_mult (weight n a) h z _ _ (weight_derive n a z) (H z) Rmult_comm) as M.
    pose proof (is_derive_opp _ _ _ M) as O.
    match type of O with is_derive _ _ ?l => match goal with |- is_derive _ _ ?r => replace r with l; [exact O|] end end.
    unfold opp, plus, mult; simpl. ring. }
  assert (Dc : forall z, continuous (fun z => n * weight n a z * (z * h z) - weight n a z * dh z) z).
  { intros z. apply (continuous_minus (fun z => n * weight n a z * (z * h z)) (fun z => weight n a z * dh z)).
    - apply (times_continuous (fun z => n * weight n a z)); [apply Wn|].
      apply (times_continuous (fun z => z)); [apply continuous_id|apply Hc].
    - apply times_continuous; [apply weight_continuous|apply C]. }
  pose proof (is_RInt_derive _ _ a b (fun z _ => D z) (fun z _ => Dc z)) as I.
  pose proof (is_RInt_scal _ a b c _ (RInt_correct _ a b (integrable _ a b Wn))) as G.
  assert (J : ex_RInt (fun z => weight n a z * dh z) a b)
    by (apply integrable; intros z; apply times_continuous; [apply weight_continuous|apply C]).
  pose proof (is_RInt_plus _ _ _ _ _ _ (is_RInt_plus _ _ _ _ _ _ G I) (RInt_correct _ a b J)) as T.
  apply is_RInt_unique.
  match type of T with is_RInt _ _ _ ?l => match goal with |- is_RInt _ _ _ ?r => replace r with l end end.
  - apply (is_RInt_ext _ _ a b _) with (2 := T). intros z _. unfold plus, scal, mult; simpl. unfold mult; simpl. ring.
  - unfold plus, scal, minus, opp; simpl. unfold mult; simpl. rewrite weight_at. unfold plus; simpl. ring.
Qed.

(* |n Int w f| <= M n Int w where |f| <= M. *)
Theorem remainder_bound n a b (f : R -> R) M : 0 <= n -> a <= b -> (forall z, continuous f z) ->
  (forall z, a <= z <= b -> Rabs (f z) <= M) ->
  Rabs (RInt (fun z => n * weight n a z * f z) a b) <= M * RInt (fun z => n * weight n a z) a b.
Proof.
  intros Hn Hab F B.
  assert (Wn : forall z, continuous (fun z => n * weight n a z) z)
    by (intros z; apply (times_continuous (fun _ => n)); [apply continuous_const|apply weight_continuous]).
  assert (I : ex_RInt (fun z => n * weight n a z * f z) a b)
    by (apply integrable; intros z; apply (times_continuous (fun z => n * weight n a z)); [apply Wn|apply F]).
  pose proof (is_RInt_scal _ a b M _ (RInt_correct _ a b (integrable _ a b Wn))) as G.
  change (scal M (RInt (fun z => n * weight n a z) a b)) with (M * RInt (fun z => n * weight n a z) a b) in G.
  apply (norm_RInt_le (V := R_NormedModule) _ _ a b _ _ Hab) with (2 := RInt_correct _ a b I) (3 := G).
  intros z Hz. change (norm (n * weight n a z * f z)) with (Rabs (n * weight n a z * f z)).
  change (scal M (n * weight n a z)) with (M * (n * weight n a z)).
  pose proof (weight_pos n a z). rewrite Rabs_mult, (Rabs_pos_eq (n * weight n a z)) by nra.
  rewrite (Rmult_comm M). apply Rmult_le_compat_l; [nra|]. apply B. exact Hz.
Qed.

(* Int_b^(b+t) w <= e^(-n (b^2 - a^2) / 2) Int_a^(a+t) w, for every t >= 0. *)
Theorem far_part_bound n a b t : 0 <= n -> a <= b -> 0 <= t ->
  RInt (weight n a) b (b + t) <= weight n a b * RInt (weight n a) a (a + t).
Proof.
  intros Hn Hab Ht.
  assert (shift : forall e u, is_RInt (fun z => weight n a (z + e)) 0 u (RInt (weight n a) e (u + e))).
  { intros e u. pose proof (integrable (weight n a) (1 * 0 + e) (1 * u + e) (weight_continuous n a)) as X.
    pose proof (is_RInt_comp_lin (weight n a) 1 e 0 u _ (RInt_correct _ _ _ X)) as S.
    replace (1 * 0 + e) with e in S by ring. replace (1 * u + e) with (u + e) in S by ring.
    apply (is_RInt_ext _ _ 0 u _) with (2 := S). intros z _. unfold scal; simpl. unfold mult; simpl.
    rewrite Rmult_1_l. f_equal. ring. }
  pose proof (shift b t) as L. pose proof (is_RInt_scal _ 0 t (weight n a b) _ (shift a t)) as U.
  rewrite (Rplus_comm b), (Rplus_comm a).
  change (weight n a b * RInt (weight n a) a (t + a)) with (scal (weight n a b) (RInt (weight n a) a (t + a))).
  apply (is_RInt_le _ _ 0 t _ _ Ht L U). intros z Hz.
  change (scal (weight n a b) (weight n a (z + a))) with (weight n a b * weight n a (z + a)).
  assert (P : 0 <= n * (z * (b - a))) by (repeat apply Rmult_le_pos; lra).
  unfold weight. rewrite <- exp_plus. apply exp_grows. nra.
Qed.

(* The weight ends every bounded h. *)
Lemma weight_vanishes n a h B : 0 < n -> (forall b, a <= b -> Rabs (h b) <= B) ->
  is_lim (fun b => weight n a b * h b) p_infty 0.
Proof.
  intros Hn HB.
  assert (W : is_lim (fun b => weight n a b * B) p_infty 0).
  { replace (Finite 0) with (Rbar_mult (Finite 0) (Finite B)) by (simpl; f_equal; ring).
    apply is_lim_scal_r. unfold weight.
    apply (is_lim_comp exp (fun b => - n * (b * b - a * a) / 2) p_infty 0 m_infty); [apply is_lim_exp_m|..].
    - apply is_lim_spec. intros M. exists (Rmax 1 ((2 * Rabs M + n * (a * a)) / n + 1)). intros b Hb.
      pose proof (Rmax_l 1 ((2 * Rabs M + n * (a * a)) / n + 1)).
      pose proof (Rmax_r 1 ((2 * Rabs M + n * (a * a)) / n + 1)).
      assert (1 < b /\ (2 * Rabs M + n * (a * a)) / n < b) as [L G] by lra.
      assert (Q : 2 * Rabs M + n * (a * a) < n * b).
      { apply (Rmult_lt_compat_l n) in G; [|lra].
        replace (n * ((2 * Rabs M + n * (a * a)) / n)) with (2 * Rabs M + n * (a * a)) in G by (field; lra). lra. }
      pose proof (Rle_abs (- M)) as A. rewrite Rabs_Ropp in A.
      assert (n * b <= n * (b * b)) by (apply Rmult_le_compat_l; nra). lra.
    - exists 0. intros b _. discriminate. }
  assert (W' : is_lim (fun b => - (weight n a b * B)) p_infty 0).
  { replace (Finite 0) with (Rbar_opp (Finite 0)) by (simpl; f_equal; ring). apply is_lim_opp. exact W. }
  apply (is_lim_le_le_loc (fun b => - (weight n a b * B)) (fun b => weight n a b * B)); [|exact W'|exact W].
  exists a. intros b Hb. pose proof (HB b (Rlt_le _ _ Hb)) as C. pose proof (weight_pos n a b) as P.
  apply Rabs_le_between in C. split; nra.
Qed.

(* b -> infinity: what remains of expansion_step when h is bounded and the two integrals on its right converge. *)
Theorem expansion_step_limit n a c (h dh : R -> R) B G J : 0 < n ->
  (forall z, is_derive h z (dh z)) -> (forall z, continuous dh z) -> (forall b, a <= b -> Rabs (h b) <= B) ->
  is_lim (fun b => RInt (fun z => n * weight n a z) a b) p_infty (Finite G) ->
  is_lim (fun b => RInt (fun z => weight n a z * dh z) a b) p_infty (Finite J) ->
  is_lim (fun b => RInt (fun z => n * weight n a z * (c + z * h z)) a b) p_infty (Finite (c * G + h a + J)).
Proof.
  intros Hn H C HB LG LJ.
  apply (is_lim_ext (fun b => c * RInt (fun z => n * weight n a z) a b + (h a - weight n a b * h b)
                              + RInt (fun z => weight n a z * dh z) a b)).
  { intros b. symmetry. apply expansion_step; assumption. }
  replace (c * G + h a + J) with ((c * G + (h a - 0)) + J) by ring.
  apply is_lim_plus'; [|exact LJ].
  apply is_lim_plus'.
  - apply (is_lim_scal_l _ c p_infty (Finite G)). exact LG.
  - apply is_lim_minus'; [apply is_lim_const|]. apply (weight_vanishes n a h B); assumption.
Qed.

(* ... of remainder_bound when the two integrals converge. *)
Theorem remainder_bound_limit n a (f : R -> R) M G I : 0 <= n -> (forall z, continuous f z) ->
  (forall z, a <= z -> Rabs (f z) <= M) ->
  is_lim (fun b => RInt (fun z => n * weight n a z) a b) p_infty (Finite G) ->
  is_lim (fun b => RInt (fun z => n * weight n a z * f z) a b) p_infty (Finite I) ->
  Rabs I <= M * G.
Proof.
  intros Hn F HB LG LI.
  assert (A : is_lim (fun b => Rabs (RInt (fun z => n * weight n a z * f z) a b)) p_infty (Finite (Rabs I))).
  { apply (is_lim_Rabs _ p_infty (Finite I)). exact LI. }
  assert (U : is_lim (fun b => M * RInt (fun z => n * weight n a z) a b) p_infty (Finite (M * G))).
  { apply (is_lim_scal_l _ M p_infty (Finite G)). exact LG. }
  apply (fun L => is_lim_le_loc _ _ p_infty (Rabs I) (M * G) L A U).
  exists a. intros b Hb. apply remainder_bound; [assumption|lra|assumption|]. intros z [L _]. apply HB. exact L.
Qed.

(* ... of far_part_bound as t -> infinity. *)
Theorem far_part_bound_limit n a b A B : 0 <= n -> a <= b ->
  is_lim (fun t => RInt (weight n a) a (a + t)) p_infty (Finite A) ->
  is_lim (fun t => RInt (weight n a) b (b + t)) p_infty (Finite B) ->
  B <= weight n a b * A.
Proof.
  intros Hn Hab LA LB.
  assert (U : is_lim (fun t => weight n a b * RInt (weight n a) a (a + t)) p_infty (Finite (weight n a b * A))).
  { apply (is_lim_scal_l _ _ p_infty (Finite A)). exact LA. }
  apply (fun L => is_lim_le_loc _ _ p_infty B (weight n a b * A) L LB U).
  exists 0. intros t Ht. apply far_part_bound; [assumption|assumption|lra].
Qed.
