namespace S7OpcBridge.Core;

/// <summary>Settings of a PLC with <c>protocol: s7plus</c>. Immutable.</summary>
public sealed record S7PlusSettings
{
    /// <summary>Password for the CPU; null: none.</summary>
    public string? Password { get; init; }

    /// <summary>User of the password; empty: the CPU has access levels with passwords only.</summary>
    public string User { get; init; } = "";

    /// <summary>Which certificate of the CPU is trusted.</summary>
    public S7PlusCertificateRule Certificate { get; init; } = S7PlusCertificateRule.FirstUse;

    /// <summary>Whether the CPU is to send changes by itself.</summary>
    public S7PlusSubscriptions Subscriptions { get; init; }

    /// <summary>Without the password.</summary>
    public override string ToString() => $"S7CommPlus, certificate {Certificate.Trust}, subscriptions {Subscriptions}";
}

/// <summary>Which certificate of a CPU is trusted.</summary>
/// <param name="Trust">The kind of rule.</param>
/// <param name="Text">The thumbprint in capitals without separators; or the certificates of the authorities as PEM; empty for the first use.</param>
public sealed record S7PlusCertificateRule(S7PlusTrustKind Trust, string Text = "")
{
    /// <summary>Trusts the first certificate that the CPU shows, and then no other.</summary>
    public static readonly S7PlusCertificateRule FirstUse = new(S7PlusTrustKind.FirstUse);
}

/// <summary>The kinds of rules for a CPU's certificate.</summary>
public enum S7PlusTrustKind : byte
{
    /// <summary>The first one shown is stored, and then no other is trusted.</summary>
    FirstUse,

    /// <summary>The one with this thumbprint: SHA-1 (40 digits) or SHA-256 (64).</summary>
    Thumbprint,

    /// <summary>Those signed by these authorities.</summary>
    Authority,
}

/// <summary>Whether a CPU sends changes by itself, or is polled.</summary>
public enum S7PlusSubscriptions : byte
{
    /// <summary>Subscribed where that is cheaper and the CPU has room for it, else polled.</summary>
    Auto,

    /// <summary>Subscribed wherever the CPU accepts it.</summary>
    On,

    /// <summary>Polled.</summary>
    Off,
}
