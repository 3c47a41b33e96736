"""`tflintgrad op`."""

from __future__ import annotations

import os
from typing import Any

import click

from tflintgrad.frontends.cli.configuring import SOURCE_OPTIONS
from tflintgrad.frontends.cli.options import tensorflow_version as version_option
from tflintgrad.frontends.cli.options import with_options
from tflintgrad.frontends.cli.settings import settings_near


@click.command("op")
@click.argument("name", required=False)
@click.option(
    "--list",
    "wanted",
    metavar="CLASS",
    help="List the ops of a class: none, zero, lost, raises, detach, leaves, select, shape, flow.",
)
@click.option(
    "--output-format",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How it is printed.",
)
@version_option
@with_options(SOURCE_OPTIONS)
def command(name: str | None, wanted: str | None, output_format: str, **options: Any) -> None:
    """Tell what an operation does to a gradient, argument by argument.

    NAME may be spelt as in a program: tf.x, tensorflow.x, keras.x, tf.keras.x, np.x, Tensor.x,
    Variable.x, or a builtin such as float. Most of the table was measured on TensorFlow; tf.raw_ops
    is read off the gradient registry, and what measuring cannot see was written by hand.

    \b
    Classes:
      flow    a gradient passes             none    None, and the true slope is zero
      zero    zeros, and so is the slope    lost    None or zeros though the slope is not zero
      raises  asking for it raises          leaves  the result is a NumPy or Python value
      detach  cut on purpose                select  chooses among values
      shape   only shape and dtype matter

    \b
    Examples:
      tflintgrad op tf.image.adjust_hue
      tflintgrad op tf.keras.losses.mse --output-format json
      tflintgrad op Tensor.numpy
      tflintgrad op --list none
      tflintgrad op keras.losses.mse --tensorflow-version 2.15
    """
    from tflintgrad.frontends.cli.op import class_list, op_page
    from tflintgrad.knowledge.op_search import CLASSES, UnknownOp

    version = settings_near(os.curdir, options).tensorflow_version

    if (name is None) == (wanted is None):
        raise click.UsageError("Give either a NAME or --list CLASS.")
    if wanted is not None:
        if wanted not in CLASSES:
            raise click.UsageError(f"There is no class {wanted!r}; one of {', '.join(CLASSES)}.")
        click.echo(class_list(wanted, output_format, version), nl=False)
    elif name is not None:
        try:
            click.echo(op_page(name, output_format, version), nl=False)
        except UnknownOp as problem:
            raise click.ClickException(str(problem)) from None
