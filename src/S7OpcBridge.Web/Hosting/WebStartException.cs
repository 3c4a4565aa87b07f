namespace S7OpcBridge.Web;

/// <summary>The pages cannot be served; the message is a sentence for users: what, where, what to do.</summary>
public sealed class WebStartException(string message, Exception? inner = null) : Exception(message, inner);
