namespace S7OpcBridge.Identity;

/// <summary>The certificate stores cannot be used; the message is a sentence for users: what, where, what to do.</summary>
/// <param name="message">The sentence.</param>
/// <param name="inner">What the system said; null: nothing.</param>
public sealed class CertificateStoreException(string message, Exception? inner = null) : Exception(message, inner);
