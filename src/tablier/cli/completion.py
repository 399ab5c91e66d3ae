"""Completion for a shell that is named; the one at hand is found without this."""

from typer.completion import (  # type: ignore[attr-defined]
    Shells,
    get_completion_script,
    install,
)

from tablier.core.errors import BadOption, listing

SHOW, INSTALL = "--show-completion", "--install-completion"
SHELLS = [shell.value for shell in Shells]
PROGRAM, VARIABLE = "tablier", "_TABLIER_COMPLETE"


def completed(arguments: list[str]) -> bool:
    """Show or install the completion for the shell that a command line names, if it names one."""
    if len(arguments) != 2 or arguments[0] not in (SHOW, INSTALL):
        return False
    option, shell = arguments
    if shell not in SHELLS:
        raise BadOption(f"there is no completion for {shell!r}; there is for {listing(SHELLS)}")
    if option == SHOW:
        print(get_completion_script(prog_name=PROGRAM, complete_var=VARIABLE, shell=shell))
    else:
        _, path = install(shell=shell, prog_name=PROGRAM, complete_var=VARIABLE)
        print(f"{shell} completion installed in {path}; a new shell has it")
    return True
