namespace S7OpcBridge.OpcUa.Channel;

/// <summary>Result of a validation.</summary>
/// <param name="Status">Good, or the code of the first step that failed (OPC 10000-4, 6.1.3).</param>
/// <param name="Reason">For the log: what is wrong and what to do; the sentence begins with "The certificate …".</param>
public readonly record struct CertificateVerdict(StatusCode Status, string Reason)
{
    /// <summary>Nothing is wrong.</summary>
    public static readonly CertificateVerdict Good = new(StatusCodes.Good, "is trusted");

    /// <summary>True when nothing is wrong.</summary>
    public bool IsGood => Status.IsGood;
}

/// <summary>Purpose of a certificate, which decides on the key usages that it must have.</summary>
public enum CertificatePurpose
{
    /// <summary>An application's: it signs and decrypts.</summary>
    Application,

    /// <summary>A user's: it signs.</summary>
    User,
}
