namespace S7OpcBridge;

/// <summary>What answers at the local socket gives no answer of a bridge.</summary>
internal sealed class LocalProtocolException(Exception inner)
    : Exception("what answers at the bridge's local socket speaks otherwise than this version; is it another version of the bridge? Run the command of the version that is running.", inner);
