namespace S7OpcBridge.Simulator;

/// <summary>The soft PLC cannot do what it was told: a port in use, a block that is not there, a script that makes no sense. The message is a sentence for the user.</summary>
public sealed class SoftPlcException(string message, Exception? inner = null) : Exception(message, inner);
