namespace S7OpcBridge.Local;

/// <summary>The process at the local socket does not answer like a bridge of this version.</summary>
internal sealed class LocalProtocolException(Exception inner)
    : Exception(
        "the bridge's local socket does not answer as this version expects; is another version of the bridge running? Use the command of the running "
            + "version.",
        inner
    );
