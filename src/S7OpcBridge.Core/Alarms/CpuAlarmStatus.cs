using System.Collections.Immutable;

namespace S7OpcBridge.Core;

/// <summary>Whether a CPU sends its alarms. Immutable.</summary>
public sealed record CpuAlarmStatus
{
    /// <summary>Lines of <see cref="DiagnosticBuffer"/> at most.</summary>
    public const int MostEvents = 20;

    /// <summary>True: the CPU sends them.</summary>
    public bool IsSending { get; init; }

    /// <summary>Why it does not, as a sentence; empty: it does, or was not asked yet.</summary>
    public string Refusal { get; init; } = "";

    /// <summary>How often it has refused, since the session began.</summary>
    public long Refusals { get; init; }

    /// <summary>Changes received, since the session began; lists of alarms are not counted.</summary>
    public long Received { get; init; }

    /// <summary>How often changes were lost, in the CPU or on the way, so that the list was asked again.</summary>
    public long Lost { get; init; }

    /// <summary>The newest entries of the CPU's diagnostics buffer as lines, the newest first; empty: the CPU sends none.</summary>
    public ImmutableArray<string> DiagnosticBuffer { get; init; } = [];

    /// <summary>The LEDs of the CPU that are not dark, as <c>BUS1F flashes</c>; empty: none, not connected, or the CPU does not tell.</summary>
    public ImmutableArray<string> Leds { get; init; } = [];

    /// <summary>The faulty racks, stations and devices of the CPU's own buses; empty as <see cref="Leds"/>.</summary>
    public ImmutableArray<string> FaultyStations { get; init; } = [];

    /// <summary>When and why the CPU went to STOP the last time, as far as its diagnostics buffer goes back; empty: not told.</summary>
    public string LastStop { get; init; } = "";
}
