"""Values that pass no gradient: identities, closed bounds, zeros at the start."""

from __future__ import annotations

import pytest

from tests.unit.flow.test_ranges import value_of
from tflintgrad.flow.properties.gates import closed_inputs
from tflintgrad.flow.properties.identities import constant_reason
from tflintgrad.flow.properties.zero_starts import zero_start


class TestIdentities:
    @pytest.mark.parametrize(
        "expression",
        [
            "w - w",
            "tf.exp(w) / tf.exp(w)",
            "sequential(x) - sequential(x)",
            "tf.reduce_sum(tf.one_hot(0, 2) * w) - tf.reduce_sum(tf.one_hot(0, 2) * w)",
            "tf.math.squared_difference(w, w)",
            "w - tf.identity(w)",
            "tf.reduce_sum(tf.exp(x) / tf.reduce_sum(tf.exp(x)))",
            "tf.reduce_sum(x / tf.reduce_sum(x, axis=-1, keepdims=True), axis=-1)",
            "tf.reduce_sum(tf.nn.softmax(x), axis=-1)",
            "tf.reduce_mean(tf.nn.softmax(x, axis=0), 0)",
            "tf.reduce_sum(tf.nn.softmax(x) * 3.0, axis=1)",
            "tf.reduce_sum(layers.Dense(3, activation='softmax')(x), axis=-1)",
            "tf.reduce_sum(sequential(x))",
            "tf.reduce_mean(w - tf.reduce_mean(w))",
            "tf.reduce_sum((x - tf.reduce_mean(x, 0)) / (tf.math.reduce_std(x, 0) + 1e-6), axis=0)",
            "tf.sin(w) ** 2 + tf.square(tf.cos(w))",
            "tf.norm(tf.math.l2_normalize(x, axis=1), axis=1)",
            "tf.reduce_sum(tf.square(x / tf.norm(x, axis=-1, keepdims=True)), axis=-1)",
            "tf.reduce_logsumexp(tf.nn.log_softmax(x), axis=-1)",
            "tf.math.reduce_variance(x[:, :1], axis=1)",
            "keras.losses.MeanSquaredError()(w, w)",
            "keras.losses.mean_absolute_error(w, w)",
        ],
    )
    def test_is_constant(self, expression: str) -> None:
        assert constant_reason(value_of(expression))

    @pytest.mark.parametrize(
        "expression",
        [
            "w - tf.stop_gradient(w)",
            "w - w[::-1]",
            "tf.reduce_sum(x / tf.reduce_sum(x, axis=0, keepdims=True), axis=-1)",
            "tf.reduce_sum(x / tf.reduce_sum(tf.square(x), axis=-1, keepdims=True), axis=-1)",
            "tf.exp(w) / tf.exp(2.0 * w)",
            "tf.nn.dropout(w, 0.5) - tf.nn.dropout(w, 0.5)",
            "(layer := layers.Dropout(0.5))(x) - layer(x)",
            "tf.matmul(x, x, transpose_a=True) - tf.matmul(x, x)",
            "tf.random.normal((2,)) * w - tf.random.normal((2,)) * w",
            "tf.reduce_sum(tf.nn.softmax(x), axis=0)",
            "tf.reduce_sum(tf.nn.softmax(x) * w, axis=-1)",
            "tf.reduce_sum(tf.nn.softmax(x) * mask, axis=-1)",
            "tf.reduce_sum(tf.nn.softmax(x) / tf.reduce_sum(x, axis=-1, keepdims=True), axis=-1)",
            "tf.reduce_mean(x - tf.reduce_mean(x, 0), axis=1)",
            "tf.reduce_mean(w - tf.reduce_mean(tf.square(w)))",
            "tf.sin(w) ** 2 + tf.cos(2.0 * w) ** 2",
            "tf.sin(w) ** 2 - tf.cos(w) ** 2",
            "tf.norm(tf.math.l2_normalize(x, axis=1), axis=0)",
            "tf.norm(tf.math.l2_normalize(x, axis=1), ord=1, axis=1)",
            "tf.math.reduce_variance(x, axis=1)",
            "keras.losses.CategoricalCrossentropy()(w, w)",
        ],
    )
    def test_is_not_constant(self, expression: str) -> None:
        assert constant_reason(value_of(expression)) is None


class TestBounds:
    @pytest.mark.parametrize(
        "expression",
        [
            "tf.nn.relu(-tf.square(w))",
            "tf.nn.relu(tf.sigmoid(w) - 1.0)",
            "tf.maximum(0.0, -tf.abs(w))",
            "tf.minimum(tf.nn.relu(w) + 1.0, 1.0)",
            "tf.clip_by_value(w, 2.0, 2.0)",
            "tf.clip_by_value(tf.tanh(w), 1.0, 5.0)",
            "tf.sigmoid(tf.square(w) + 100.0)",
            "tf.tanh(-tf.nn.relu(w) - 50.0)",
        ],
    )
    def test_is_closed(self, expression: str) -> None:
        assert closed_inputs(value_of(expression))

    @pytest.mark.parametrize(
        "expression",
        [
            "tf.nn.relu(1.0 - tf.square(w))",
            "tf.maximum(w, 0.0)",
            "tf.maximum(tf.sigmoid(w), 0.5)",
            "tf.minimum(tf.nn.relu(w), 1.0)",
            "tf.clip_by_value(w, -1.0, 1.0)",
            "tf.clip_by_value(tf.sigmoid(w), 1e-7, 1.0)",
            "tf.sigmoid(tf.square(w))",
            "tf.sigmoid(w * 100.0)",
        ],
    )
    def test_is_open(self, expression: str) -> None:
        assert not closed_inputs(value_of(expression))


class TestStarts:
    def test_relies_on_its_variables(self) -> None:
        weights = zero_start(value_of("tf.nn.relu(x @ tf.Variable(tf.zeros((2, 3))))"))
        assert weights is not None
        assert len(weights) == 1

    def test_relies_on_its_layer(self) -> None:
        weights = zero_start(value_of("layers.Dense(3, kernel_initializer='zeros')(x)"))
        assert weights is not None
        assert [item.name for item in weights] == ["keras.layers.Dense"]

    @pytest.mark.parametrize("expression", ["w - w", "tf.zeros(2) * w", "tf.zeros_like(w)"])
    def test_relies_on_nothing(self, expression: str) -> None:
        assert zero_start(value_of(expression)) == frozenset()

    @pytest.mark.parametrize(
        "expression",
        [
            "w",
            "layers.Dense(3)(x)",
            "layers.Dense(3, kernel_initializer='zeros', bias_initializer='ones')(x)",
            "layers.Dense(3, kernel_initializer='zeros', activation='sigmoid')(x)",
            "tf.zeros(2) + w",
            "tf.exp(tf.zeros(2))",
        ],
    )
    def test_is_not_zero(self, expression: str) -> None:
        assert zero_start(value_of(expression)) is None
