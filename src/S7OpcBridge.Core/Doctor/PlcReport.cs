namespace S7OpcBridge.Core;

/// <summary>The results for one PLC.</summary>
public sealed record PlcReport
{
    /// <summary>Name of the PLC.</summary>
    public required string Name { get; init; }

    /// <summary>Its address.</summary>
    public required string Host { get; init; }

    /// <summary>Its TCP port.</summary>
    public required int Port { get; init; }

    /// <summary>Its profile's name.</summary>
    public required string Profile { get; init; }

    /// <summary><c>s7</c> or <c>s7plus</c>: the stages are those of this protocol.</summary>
    public string Protocol { get; set; } = "s7";

    /// <summary>A soft PLC.</summary>
    public bool Simulated { get; init; }

    /// <summary>
    /// <c>own</c>: doctor made its own connection; <c>bridge</c>: the running bridge was asked, over its connection; <c>none</c>: the PLC is disabled in the
    /// map; <c>node</c>: another node of the cluster reads it and gave no report.
    /// </summary>
    public required string Connection { get; init; }

    /// <summary>The node of the cluster that reads the PLC, where it is another one: the results are its own. Empty: this node, or no cluster.</summary>
    public string Node { get; set; } = "";

    /// <summary>True: no errors; there may be warnings.</summary>
    public required bool Ok { get; init; }

    /// <summary>PDU size in bytes, as negotiated; 0: not connected.</summary>
    public int PduSize { get; init; }

    /// <summary>Jobs in flight, as negotiated; 0: not connected.</summary>
    public int MaxJobs { get; init; }

    /// <summary>Null: not reached, or it reported nothing.</summary>
    public CpuReport? Cpu { get; init; }

    /// <summary>SHA-1 of the certificate that the CPU has shown; empty: none.</summary>
    public string Certificate { get; set; } = "";

    /// <summary>Tags of this PLC.</summary>
    public int Tags { get; init; }

    /// <summary>How many of its tags were read.</summary>
    public int TagsRead { get; init; }

    /// <summary>What the CPU says of its state, a line each: LEDs, last STOP, faulty stations, newest entries of its diagnostics buffer.</summary>
    public IReadOnlyList<string> Diagnosis { get; init; } = [];

    /// <summary>The stages in their order.</summary>
    public required IReadOnlyList<StageReport> Stages { get; init; }

    /// <summary>What was found, in the order of the stages.</summary>
    public required IReadOnlyList<DoctorFinding> Findings { get; init; }
}

/// <summary>The result of a stage.</summary>
/// <param name="Stage">tcp, cotp, setup, identity, blocks, tags.</param>
/// <param name="Result">ok, failed, skipped.</param>
/// <param name="Detail">Details in words.</param>
public sealed record StageReport(string Stage, string Result, string Detail);

/// <summary>What the CPU reported about itself; empty or null where it did not.</summary>
public sealed record CpuReport(
    string OrderNumber,
    string Firmware,
    string ModuleType,
    string SerialNumber,
    string State,
    int? ProtectionLevel,
    int? ConnectionsUsed,
    int? ConnectionsFree,
    int? ConnectionsMax
);

/// <summary>A cause with its remedy.</summary>
/// <param name="Stage">The stage where it was found.</param>
/// <param name="Cause">The cause as a word (docs/doctor.md).</param>
/// <param name="Severity">error or warning.</param>
/// <param name="Sentence">The cause as a sentence.</param>
/// <param name="Fix">What to do.</param>
/// <param name="Cost">Consequence of the remedy for the plant; empty: none.</param>
/// <param name="Tags">Names of the affected tags; empty: all, or none in particular.</param>
public sealed record DoctorFinding(
    string Stage,
    string Cause,
    string Severity,
    string Sentence,
    string Fix,
    string Cost,
    IReadOnlyList<string> Tags
);
