namespace S7OpcBridge.Simulator;

/// <summary>The soft PLC cannot execute a request: a port in use, a missing block, an invalid script. The message is a sentence for users.</summary>
public sealed class SoftPlcException(string message, Exception? inner = null) : Exception(message, inner);
