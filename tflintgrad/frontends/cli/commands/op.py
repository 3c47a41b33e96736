"""`tflintgrad op`."""

from __future__ import annotations

import os

import click

from tflintgrad.frontends.cli.options import SOURCE_OPTIONS, TENSORFLOW_VERSION, with_options


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
    help="The format to print.",
)
@with_options([TENSORFLOW_VERSION], SOURCE_OPTIONS)
def command(name: str | None, wanted: str | None, output_format: str) -> None:
    """Show what an operation or a Keras layer does to a gradient.

    The page lists the effect of each argument. Spell NAME as in a program: tf.x, tensorflow.x,
    keras.x, tf.keras.x, np.x, Tensor.x, Variable.x, a builtin such as float, or a layer such as
    Dense. Most of the table
    was measured on TensorFlow; tf.raw_ops comes from the gradient registry, and facts that no
    measurement shows were written by hand.

    \b
    Classes:
      flow    a gradient passes             none    None, and the true slope is zero
      zero    zeros, and so is the slope    lost    None or zeros though the slope is not zero
      raises  the gradient query raises     leaves  the result is a NumPy or Python value
      detach  cut on purpose                select  chooses among values
      shape   only shape and dtype matter

    \b
    Examples:
      tflintgrad op tf.image.adjust_hue
      tflintgrad op tf.keras.losses.mse --output-format json
      tflintgrad op Tensor.numpy
      tflintgrad op keras.layers.BatchNormalization
      tflintgrad op --list none
      tflintgrad op keras.losses.mse --tensorflow-version 2.15
    """
    from tflintgrad.frontends.cli.op_page import class_list, op_page
    from tflintgrad.frontends.cli.settings import settings_for_folder
    from tflintgrad.knowledge.op_search import CLASSES, UnknownOp

    version = settings_for_folder(os.curdir).tensorflow_version
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
