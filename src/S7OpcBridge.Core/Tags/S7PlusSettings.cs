namespace S7OpcBridge.Core;

/// <summary>How a PLC with <c>protocol: s7plus</c> is asked. Immutable.</summary>
public sealed record S7PlusSettings
{
    /// <summary>Password that the CPU asks for; null: there is none.</summary>
    public string? Password { get; init; }

    /// <summary>User that the password belongs to; empty: the CPU knows access levels with passwords alone.</summary>
    public string User { get; init; } = "";

    /// <summary>Which certificate of the CPU is trusted.</summary>
    public S7PlusCertificateRule Certificate { get; init; } = S7PlusCertificateRule.FirstUse;

    /// <summary>Whether the CPU is asked to send changes by itself.</summary>
    public S7PlusSubscriptions Subscriptions { get; init; }

    /// <summary>Never the whole record: a password stands in it.</summary>
    public override string ToString() => $"S7CommPlus, certificate {Certificate.Trust}, subscriptions {Subscriptions}";
}

/// <summary>Which certificate of a CPU is trusted.</summary>
/// <param name="Trust">The kind of rule.</param>
/// <param name="Text">The thumbprint in capitals without separators; or the certificates of the authorities as PEM; empty for the first use.</param>
public sealed record S7PlusCertificateRule(S7PlusTrustKind Trust, string Text = "")
{
    /// <summary>The first certificate that the CPU shows, and then no other.</summary>
    public static readonly S7PlusCertificateRule FirstUse = new(S7PlusTrustKind.FirstUse);
}

/// <summary>The kinds of rules for a CPU's certificate.</summary>
public enum S7PlusTrustKind : byte
{
    /// <summary>The first that is shown is kept in the certificate store, and then no other is trusted.</summary>
    FirstUse,

    /// <summary>The one with this thumbprint: SHA-1 (40 digits) or SHA-256 (64).</summary>
    Thumbprint,

    /// <summary>Those that these authorities have signed.</summary>
    Authority,
}

/// <summary>Whether a CPU sends changes by itself, or is polled.</summary>
public enum S7PlusSubscriptions : byte
{
    /// <summary>Subscribed where that is cheaper and the CPU has room for it, else polled.</summary>
    Auto,

    /// <summary>Subscribed wherever the CPU takes it.</summary>
    On,

    /// <summary>Polled.</summary>
    Off,
}
