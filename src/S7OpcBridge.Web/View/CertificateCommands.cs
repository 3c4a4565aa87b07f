namespace S7OpcBridge.Web;

/// <summary>What pages do with certificates. Any thread; files are read and written.</summary>
public sealed record CertificateCommands
{
    /// <summary>Trusts a client or user that was refused.</summary>
    public Func<CertificateChoice, CommandOutcome> Trust { get; init; } = static _ => CommandOutcome.NotHere;

    /// <summary>Ends the trust in a client or user.</summary>
    public Func<CertificateChoice, CommandOutcome> Untrust { get; init; } = static _ => CommandOutcome.NotHere;

    /// <summary>Takes a client or user that was refused from the list of those.</summary>
    public Func<CertificateChoice, CommandOutcome> Reject { get; init; } = static _ => CommandOutcome.NotHere;

    /// <summary>Trusts the certificate of a file, DER or PEM, of a client or a CA; or, where the second argument is true, of users.</summary>
    public Func<byte[], bool, CommandOutcome> Import { get; init; } = static (_, _) => CommandOutcome.NotHere;

    /// <summary>Makes new certificates for the server in place of those that it signed itself.</summary>
    public Func<CommandOutcome> Renew { get; init; } = static () => CommandOutcome.NotHere;

    /// <summary>Trusts the last refused certificate of a PLC.</summary>
    public Func<string, CommandOutcome> TrustPlc { get; init; } = static _ => CommandOutcome.NotHere;

    /// <summary>Forgets the trusted certificate of a PLC.</summary>
    public Func<string, CommandOutcome> UntrustPlc { get; init; } = static _ => CommandOutcome.NotHere;
}

/// <summary>A certificate in one of the stores.</summary>
/// <param name="Thumbprint">SHA-1, 40 hexadecimal digits.</param>
/// <param name="IsUser">True: a user's; false: a client's.</param>
public sealed record CertificateChoice(string Thumbprint, bool IsUser);
