namespace S7OpcBridge.Simulator;

/// <summary>The soft PLC cannot execute a request: a port in use, a missing block, an invalid script. The message is a sentence for users.</summary>
public class SoftPlcException(string message, Exception? inner = null) : Exception(message, inner);

/// <summary>Lines of a fault script that are wrong, each as <c>file:line:column: error: what; what to do</c>.</summary>
public sealed class FaultScriptException(string message) : SoftPlcException(message);
