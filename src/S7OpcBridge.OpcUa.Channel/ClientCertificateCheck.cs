using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.OpcUa.Channel;

/// <summary>
/// Decides on a client's certificate chain, leaf first. Good admits it; the client is told no more than BadSecurityChecksFailed. A <see cref="UaException"/>
/// refuses it too, and gives the log a better sentence than the code alone.
/// </summary>
public delegate StatusCode ClientCertificateCheck(IReadOnlyList<X509Certificate2> chain, SecurityPolicy policy);
