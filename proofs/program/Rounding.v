(* Outward rounding: what one floor or ceiling division does to an enclosure. *)
From Coq Require Import ZArith Lia.
Open Scope Z_scope.

(* lo <= scale * x / denominator <= hi, written without a division *)
Definition encloses (scale denominator lo x hi : Z) : Prop :=
  lo * denominator <= scale * x <= hi * denominator.

(* From x/d to x'/d' = (x/d) (p/q), one step of a ratio recurrence; lo rounds its division down, hi up. *)
Section Step.
  Variables (scale d d' lo hi x x' p q : Z).
  Hypothesis q_pos : 0 < q.
  Hypothesis p_nonneg : 0 <= p.
  Hypothesis d_pos : 0 < d.
  Hypothesis d'_pos : 0 < d'.
  Hypothesis step : x' * q * d = x * p * d'.
  Hypothesis before : encloses scale d lo x hi.

  Lemma step_encloses : encloses scale d' (lo * p / q) x' (- (- (hi * p) / q)).
  Proof.
    destruct before as [L U].
    assert (E : scale * x' * (q * d) = scale * x * (p * d'))
      by (rewrite <- !Z.mul_assoc; f_equal; rewrite !Z.mul_assoc; exact step).
    assert (0 < q * d) by (apply Z.mul_pos_pos; assumption).
    split; apply Z.mul_le_mono_pos_r with (q * d); try assumption; rewrite E.
    - pose proof (Z.mul_div_le (lo * p) q q_pos) as F.
      transitivity (lo * p * (d * d')).
      + replace (lo * p / q * d' * (q * d)) with (q * (lo * p / q) * (d * d')) by ring.
        apply Z.mul_le_mono_nonneg_r; nia.
      + replace (lo * p * (d * d')) with (lo * d * (p * d')) by ring. apply Z.mul_le_mono_nonneg_r; nia.
    - pose proof (Z.mul_div_le (- (hi * p)) q q_pos) as F.
      transitivity (hi * p * (d * d')).
      + replace (hi * p * (d * d')) with (hi * d * (p * d')) by ring. apply Z.mul_le_mono_nonneg_r; nia.
      + replace (- (- (hi * p) / q) * d' * (q * d)) with (- (q * (- (hi * p) / q)) * (d * d')) by ring.
        apply Z.mul_le_mono_nonneg_r; nia.
  Qed.
End Step.

Lemma sum_encloses scale d lo x hi lo' x' hi' :
  encloses scale d lo x hi -> encloses scale d lo' x' hi' -> encloses scale d (lo + lo') (x + x') (hi + hi').
Proof. unfold encloses. lia. Qed.
