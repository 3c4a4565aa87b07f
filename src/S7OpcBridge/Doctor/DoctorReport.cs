namespace S7OpcBridge;

/// <summary>What <c>doctor</c> found, PLC by PLC. Its JSON is this record, in camel case: a contract (docs/doctor.md).</summary>
internal sealed record DoctorReport(IReadOnlyList<PlcReport> Plcs);

/// <summary>What was found about one PLC.</summary>
internal sealed record PlcReport
{
    public required string Name { get; init; }

    public required string Host { get; init; }

    public required int Port { get; init; }

    public required string Profile { get; init; }

    /// <summary><c>s7</c> or <c>s7plus</c>: the stages are those of this protocol.</summary>
    public string Protocol { get; init; } = "s7";

    /// <summary>A soft PLC.</summary>
    public bool Simulated { get; init; }

    /// <summary><c>own</c>: a connection of the doctor's own; <c>bridge</c>: the running bridge was asked, over the connection that it has; <c>none</c>: disabled in the map.</summary>
    public required string Connection { get; init; }

    /// <summary>True: no errors; there may be warnings.</summary>
    public required bool Ok { get; init; }

    /// <summary>PDU size in bytes and jobs in flight, as negotiated; 0: not connected.</summary>
    public int PduSize { get; init; }

    public int MaxJobs { get; init; }

    /// <summary>Null: not reached, or it told nothing.</summary>
    public CpuReport? Cpu { get; init; }

    /// <summary>SHA-1 of the certificate that the CPU has shown; empty: none.</summary>
    public string Certificate { get; init; } = "";

    /// <summary>Tags of this PLC, and how many of them were read.</summary>
    public int Tags { get; init; }

    public int TagsRead { get; init; }

    public required IReadOnlyList<StageReport> Stages { get; init; }

    public required IReadOnlyList<DoctorFinding> Findings { get; init; }
}

/// <summary>How a stage went.</summary>
/// <param name="Stage">tcp, cotp, setup, identity, blocks, tags; of s7plus tcp, cotp, initSsl, tls, certificate, session, legitimation, browse, symbols.</param>
/// <param name="Result">ok, failed, skipped.</param>
/// <param name="Detail">What was seen.</param>
internal sealed record StageReport(string Stage, string Result, string Detail);

/// <summary>What the CPU told of itself; empty or null where it did not.</summary>
internal sealed record CpuReport(
    string OrderNumber, string Firmware, string ModuleType, string SerialNumber, string State, int? ProtectionLevel, int? ConnectionsUsed, int? ConnectionsFree, int? ConnectionsMax);

/// <summary>A cause with its fix.</summary>
/// <param name="Stage">Where it shows.</param>
/// <param name="Cause">The cause as a word, of docs/doctor.md.</param>
/// <param name="Severity">error or warning.</param>
/// <param name="Sentence">The cause in words.</param>
/// <param name="Fix">What to do.</param>
/// <param name="Cost">What that does to the plant; empty: nothing.</param>
/// <param name="Tags">The tags that it hits, by name; empty: all, or none in particular.</param>
internal sealed record DoctorFinding(string Stage, string Cause, string Severity, string Sentence, string Fix, string Cost, IReadOnlyList<string> Tags);
