using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.OpcUa.Channel;

/// <summary>
/// Decides on a client's certificate chain, leaf first. Good accepts it; for any other result the client is told BadSecurityChecksFailed only. A <see
/// cref="UaException"/> refuses it too, with a message for the log.
/// </summary>
public delegate StatusCode ClientCertificateCheck(IReadOnlyList<X509Certificate2> chain, SecurityPolicy policy);
