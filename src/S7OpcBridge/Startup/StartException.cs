namespace S7OpcBridge.Startup;

/// <summary>The program cannot start; the message is a sentence for users: what, where, what to do.</summary>
internal sealed class StartException(string message, Exception? inner = null) : Exception(message, inner);
