using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core;

/// <summary>What is known of a PLC that is asked by symbol. After the end of a connection it is what was known last. Immutable.</summary>
public sealed record S7PlusStatus
{
    /// <summary>The CPU's order number and firmware, for example <c>6ES7 512-1DM03-0AB0;V4.1</c>; empty: unknown.</summary>
    public string Cpu { get; init; } = "";

    /// <summary>TLS and password; null: never connected.</summary>
    public S7PlusSecurity? Security { get; init; }

    /// <summary>SHA-1 of the CPU's certificate, 40 hexadecimal digits; empty: never connected.</summary>
    public string Thumbprint { get; init; } = "";

    /// <summary>End of the certificate's validity.</summary>
    public DateTimeOffset CertificateEnds { get; init; }

    /// <summary>Symbols that the map names, members of structures and what is below <c>browse</c> included, and that the CPU has.</summary>
    public int Symbols { get; init; }

    /// <summary>Symbols that the map names and that the CPU does not have or does not show.</summary>
    public int MissingSymbols { get; init; }

    /// <summary>Subscriptions that the CPU granted and that stand.</summary>
    public int Subscriptions { get; init; }

    /// <summary>Subscriptions that the CPU refused since the session began; their classes are polled.</summary>
    public long RefusedSubscriptions { get; init; }

    /// <summary>Changes of the program seen while connected, since the session began.</summary>
    public long Downloads { get; init; }

    /// <summary>The last browse of the program; null: there was none.</summary>
    public S7PlusBrowse? LastBrowse { get; init; }
}

/// <summary>One browse: list of blocks, types and symbols of the map.</summary>
/// <param name="EndedTicks">UTC ticks of its end.</param>
/// <param name="Took">How long it took.</param>
/// <param name="Bytes">Bytes that the CPU sent meanwhile.</param>
/// <param name="Blocks">Data blocks in the CPU.</param>
public readonly record struct S7PlusBrowse(long EndedTicks, TimeSpan Took, long Bytes, int Blocks);
