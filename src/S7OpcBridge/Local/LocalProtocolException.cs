namespace S7OpcBridge;

/// <summary>The process at the local socket does not answer like a bridge of this version.</summary>
internal sealed class LocalProtocolException(Exception inner)
    : Exception("what answers at the bridge's local socket speaks otherwise than this version; is it another version of the bridge? Run the command of the version that is running.", inner);
