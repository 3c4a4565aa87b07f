using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.OpcUa.Channel;

/// <summary>
/// Checks a client's certificate chain, leaf first. Good accepts it; any other result is sent to the client as BadSecurityChecksFailed. A <see
/// cref="UaException"/> refuses it too, with a message for the log.
/// </summary>
public delegate StatusCode ClientCertificateCheck(IReadOnlyList<X509Certificate2> chain, SecurityPolicy policy);
